import type { Route } from "@playwright/test";

/** Answers a request of the API as a server does in which something broke. */
export function refuse(route: Route): Promise<void> {
  const data = { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 };
  return route.fulfill({
    status: 500,
    contentType: "application/json",
    body: JSON.stringify({ error: { message: "Something broke.", code: -32603, data } }),
  });
}
