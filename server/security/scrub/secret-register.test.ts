import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createVault } from "../vault.ts";
import { createSecretRegister, rememberSecrets } from "./secret-register.ts";

test("what passes through the vault is hidden from then on, and nothing else", async () => {
  const register = createSecretRegister(["from the environment", undefined]);
  const vault = createVault({ key: randomBytes(32) });
  const stored = await vault.encrypt("stored before");
  const remembering = rememberSecrets(vault, register);
  expect(register.scrubber.text("stored before, given now, from the environment").value).toBe(
    "stored before, given now, [REDACTED]",
  );
  await remembering.encrypt("given now");
  expect(await remembering.decrypt(stored)).toBe("stored before");
  expect(register.scrubber.text("stored before, given now").value).toBe("[REDACTED], [REDACTED]");
});

test("of a server's environment the telling values count, not the ordinary ones", async () => {
  const register = createSecretRegister();
  const vault = rememberSecrets(createVault({ key: randomBytes(32) }), register);
  const values = {
    NODE_ENV: "production",
    SERVICE_TOKEN: "open sesame",
    ID: "a1b2c3d4e5f6a7b8",
    HOME: "/home/somebody",
    API_KEY: "{{secret:TRACKER}}",
    AUTH_HEADER: "Bearer {{secret:TRACKER}}",
    MIXED_TOKEN: "k9j8h7g6f5d4s3a2{{secret:TRACKER}}",
  };
  await vault.encrypt(JSON.stringify(values));
  expect(register.scrubber.text("production open sesame a1b2c3d4e5f6a7b8 /home/somebody").value).toBe(
    "production [REDACTED] [REDACTED] /home/somebody",
  );
  expect(register.scrubber.text("Bearer of {{secret:TRACKER}}, k9j8h7g6f5d4s3a2").value).toBe(
    "Bearer of {{secret:TRACKER}}, [REDACTED]",
  );
});
