import { expect, test } from "vitest";
import { fromUpload } from "./from-upload.ts";
import { toZip } from "./org-zip.ts";

const content = new TextEncoder().encode("openhive_org: 1\n");
const files = [{ path: "org.yaml", content }];

test("one text is the org itself, an archive is unpacked", async () => {
  expect(await fromUpload(content)).toEqual(files);
  const unpacked = await fromUpload(await toZip(files));
  expect(unpacked.map(({ path, content: bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
    ["org.yaml", "openhive_org: 1\n"],
  ]);
});

test("an archive that is broken is not taken for a text", async () => {
  await expect(fromUpload(Buffer.from("PK and nothing more"))).rejects.toMatchObject({ code: "invalid" });
});
