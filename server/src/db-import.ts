import { resolve } from "node:path";
import { importFrom } from "#platform/db/import-file.ts";
import { reachToFill } from "#platform/db/reach-database.ts";

const { DATABASE_URL, DATA_DIR, INIT_CWD } = process.env;
const say = (line: string) => void process.stderr.write(`${line}\n`);
// Through `exit`, so that a database we started is stopped.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

try {
  const [name, ...more] = process.argv.slice(2);
  if (!name || more.length > 0) throw new Error("Say where from: npm run db:import -- FILE");
  const file = resolve(INIT_CWD ?? ".", name);
  const { connection, close } = await reachToFill({ url: DATABASE_URL?.trim(), folder: DATA_DIR?.trim() || "data" });
  const rows = await importFrom(file, connection).finally(close);
  say(`Imported ${rows} rows from ${file}. The database is ready: npm start`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
