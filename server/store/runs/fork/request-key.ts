import type { ApprovalRequest } from "../../../contract/approval.ts";
import type { SecretRequest } from "../../../contract/secrets.ts";

interface Request {
  readonly approval: ApprovalRequest | undefined;
  readonly secret: SecretRequest | undefined;
}

/** What a call asks people for: it asks for each once, and the row of a wait is unique in it. */
export function requestKey({ approval, secret }: Request) {
  if (approval) return { kind: "approval", digest: approval.digest };
  return { kind: secret ? "secret" : "question", digest: "" };
}
