import { openDatabase } from "../store/postgres/open-database.ts";

// A process of its own for tests: opens the data folder it is given, says so, and lets go when its input ends.
const [dataDir = ""] = process.argv.slice(2);
const database = await openDatabase({ dataDir, applicationName: "openhive-holder", isDisposable: true });
process.stdout.write(`${database.url}\n`);
process.stdin.on("end", () => void database.release().then(() => process.exit(0))).resume();
