export const dynamic = "force-dynamic";

/** Whether this process answers at all: what to restart it by. */
export function GET(): Response {
  return Response.json({ status: "live" });
}
