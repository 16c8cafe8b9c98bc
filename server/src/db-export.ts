import { resolve } from "node:path";
import { exportTo } from "#platform/db/export-file.ts";
import { reachToRead } from "#platform/db/reach-database.ts";

const { DATABASE_URL, DATA_DIR, INIT_CWD } = process.env;
const say = (line: string) => void process.stderr.write(`${line}\n`);
// Through `exit`, so that a database we started is stopped.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

try {
  const [name, ...more] = process.argv.slice(2);
  if (!name || more.length > 0) throw new Error("Say where to: npm run db:export -- FILE");
  const file = resolve(INIT_CWD ?? ".", name);
  const { connection, close } = await reachToRead({ url: DATABASE_URL?.trim(), folder: DATA_DIR?.trim() || "data" });
  const rows = await exportTo(file, connection).finally(close);
  say(`Exported ${rows} rows to ${file}. It holds personal data and keys: keep it safe.`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
