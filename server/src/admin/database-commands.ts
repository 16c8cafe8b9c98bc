import { resolve } from "node:path";
import type { Command } from "commander";
import { exportDatabase } from "#platform/db/export/export-database.ts";
import { importDatabase } from "#platform/db/export/import-database.ts";
import { openForImport, openForReading } from "#platform/db/open-for-tools.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

/** npm runs scripts in the project's folder and passes the caller's folder in INIT_CWD. */
const resolveFile = (name: string): string => resolve(process.env["INIT_CWD"] ?? ".", name);
// Reads only these settings: a database can be exported and imported even if another setting is invalid.
const databaseLocation = () => ({
  url: process.env["DATABASE_URL"]?.trim(),
  folder: process.env["DATA_DIR"]?.trim() || "data",
});

/** `admin database`: backups. */
export function addDatabaseCommands(program: Command): void {
  const database = program.command("database").description("export and import the database");
  database
    .command("export")
    .description("write all data to a new file; works while the server runs")
    .argument("<file>")
    .action(async (name: string) => {
      const file = resolveFile(name);
      const { connection, close } = await openForReading(databaseLocation());
      const rows = await exportDatabase(file, connection).finally(close);
      print([`Exported ${rows} rows to ${file}. It holds personal data and keys: keep it safe.`]);
    });
  database
    .command("import")
    .description("load an export into a database that was never used; no server may be running on it")
    .argument("<file>")
    .action(async (name: string) => {
      const file = resolveFile(name);
      const { connection, close } = await openForImport(databaseLocation());
      const rows = await importDatabase(file, connection).finally(close);
      print([`Imported ${rows} rows from ${file}. The database is ready: npm start`]);
    });
}

/** `admin reliability`: recalculates the numbers that profiles show. */
export function addReliabilityCommands(program: Command): void {
  const reliability = program.command("reliability").description("check the reliability numbers and mean ratings");
  reliability
    .command("check", { isDefault: true })
    .description("recalculate the numbers of all users and compare; exits with 1 if any differ")
    .option("--fix", "correct those that differ")
    .action(async ({ fix = false }: { fix?: boolean }) => {
      const { recomputeReliability } = await import("#modules/reliability/index.ts");
      print(await withDatabase((ctx) => recomputeReliability(ctx, { write: fix })));
    });
}
