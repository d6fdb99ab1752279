import { describe, expect, it } from "vitest";
import { AppError, type AppErrorCode } from "@/server/contract/app-error.ts";
import { answerOrRefuse } from "./answer-or-refuse.ts";

const refuseWith = (code: AppErrorCode) =>
  answerOrRefuse(() => Promise.reject(new AppError(code, `Refused: <b>${code}</b>`)));

describe("a download that is refused", () => {
  it.each([
    ["invalid", 400],
    ["forbidden", 403],
    ["not_found", 404],
    ["conflict", 409],
    ["too_large", 413],
    ["unavailable", 503],
  ] as const)("says %s as %i, in words that run nothing", async (code, status) => {
    const answer = await refuseWith(code);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toBe(`Refused: <b>${code}</b>`);
  });

  it("is no refusal when something broke", async () => {
    await expect(answerOrRefuse(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });

  it("is the answer itself when there is one", async () => {
    expect(await (await answerOrRefuse(async () => new Response("bytes"))).text()).toBe("bytes");
  });
});
