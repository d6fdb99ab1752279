import { createTRPCClient } from "@trpc/client";
import { expect, test } from "vitest";
import type { Services } from "@/server/contract/services.ts";
import { answerRequest } from "@/server/trpc/answer-request.ts";
import type { AppRouter } from "@/server/trpc/root.ts";
import { createLinks } from "../../../_trpc/create-links.ts";

const ORIGIN = "http://127.0.0.1:23999";

/** A page's calls, answered by the server itself with what it was asked; and the requests that went there. */
function page() {
  const services = new Proxy({} as Services, { get: () => (input: unknown) => input });
  const requests: Request[] = [];
  const links = createLinks(async (url, init) => {
    const request = new Request(`${ORIGIN}${url}`, init);
    requests.push(request.clone());
    return answerRequest(request, services);
  });
  return { ask: createTRPCClient<AppRouter>({ links }), requests };
}

// Around the length at which an address is too long; each letter takes up to six characters there.
test.each([1, 300, 590, 640, 3_600, 3_700, 3_800, 4_000, 200_000])(
  "a question of %i letters reaches the server, in no address that is too long",
  async (length) => {
    for (const letter of ["a", "ü"]) {
      const { ask, requests } = page();
      const name = letter.repeat(length);
      expect(await ask.skills.get.query({ name })).toBe(name);
      for (const { url } of requests) expect(url.length).toBeLessThanOrEqual(4_000 + ORIGIN.length);
    }
  },
);

test("what is asked at once goes as one request, as far as it fits into an address", async () => {
  const { ask, requests } = page();
  const names = ["a", "b".repeat(3_000), "c".repeat(30_000), "d"];
  expect(await Promise.all(names.map((name) => ask.skills.get.query({ name })))).toEqual(names);
  expect(requests.map(({ method }) => method).toSorted()).toEqual(["GET", "POST"]);
});
