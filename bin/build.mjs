// Makes all that a start would make: the database client and the pages. For images, and for hosts that build before they start.
import { ensureBuilt, ensureGenerated } from "./prepare.mjs";
import { fail } from "./runtime.mjs";

async function build() {
  await ensureGenerated(console.log);
  await ensureBuilt(console.log);
}

build().catch(fail);
