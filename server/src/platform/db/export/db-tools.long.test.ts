import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../database.ts";
import { createDatabaseFolder, createTestFolder } from "../../../../test/app/test-folders.ts";
import { createTestDatabase } from "../../../../test/app/test-database.ts";
import { buildDatabaseUrl } from "../read-database-url.ts";

interface Answer {
  readonly code: number | string | null | undefined;
  readonly output: string;
}

/** `admin backup` and `admin restore` as an operator runs them, from any folder. */
function run(
  tool: "backup" | "restore",
  file: string | undefined,
  env: Record<string, string>,
  ...options: string[]
): Promise<Answer> {
  const program = join(import.meta.dirname, "../../../admin/main.ts");
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, tool, ...(file ? [file] : []), ...options],
      { env: { PATH: process.env["PATH"], ...env } },
      (error, out, output) => resolve({ code: error ? error.code : 0, output: out || output }),
    );
  });
}

test("data moves from the running embedded database to an external PostgreSQL and back", async () => {
  const home = createDatabaseFolder();
  const files = createTestFolder();
  const live = await openDatabase({ folder: home, onLost: () => {} });
  await sql`insert into one_time_code (email, purpose, code_hash, sent_at) values ('zoë@example.org', 'registration', 'x', now())`.execute(
    live.db,
  );
  const exported = await run("backup", "there.gz", { DATA_DIR: home, INIT_CWD: files });
  expect(exported).toEqual({
    code: 0,
    output: `Backed up 1 rows to ${join(files, "there.gz")}, not encrypted. It holds personal data and keys: keep it safe.\n`,
  });
  expect(await run("restore", join(files, "there.gz"), { DATA_DIR: home })).toEqual({
    code: 1,
    output: `Another server (process ${process.pid}) already uses ${home}. Stop it, or set DATA_DIR to another folder.\n`,
  });
  await live.close();

  const external = await createTestDatabase({ empty: true });
  const url = { DATABASE_URL: buildDatabaseUrl(external) };
  // Without this option, codes and sessions would end with the move.
  const whole = "--keep-sessions";
  expect((await run("restore", join(files, "there.gz"), url, whole)).output).toContain(
    "Restored 1 rows",
  );
  expect((await run("backup", join(files, "back.gz"), url)).code).toBe(0);

  expect(
    (await run("restore", join(files, "back.gz"), { DATA_DIR: home }, "--verify")).output,
  ).toMatch(
    /back\.gz can be restored: 2 rows in \d+ s\. This server's database was not touched\.\n$/,
  );

  const newFolder = createDatabaseFolder();
  expect(
    (await run("restore", join(files, "back.gz"), { DATA_DIR: newFolder }, whole)).output,
  ).toMatch(/Restored 2 rows/);
  const { db, close } = await openDatabase({ folder: newFolder, onLost: () => {} });
  onTestFinished(close);
  expect(await db.selectFrom("one_time_code").select("email").execute()).toEqual([
    { email: "zoë@example.org" },
  ]);
}, 60_000);

test("without a file, a database or a server, the command prints one line and exits with code 1", async () => {
  const empty = join(createTestFolder(), "empty");
  mkdirSync(empty);
  const file = join(empty, "backup.gz");
  expect(await run("backup", undefined, {})).toEqual({
    code: 1,
    output: "Name a file, or set BACKUP_DIR to the folder for backups.\n",
  });
  expect(await run("backup", file, { DATA_DIR: empty })).toEqual({
    code: 1,
    output: `There is no database in ${empty}.\n`,
  });
  const silent = buildDatabaseUrl({ host: empty, user: "ann", database: "rides" });
  expect(await run("restore", file, { DATABASE_URL: silent })).toEqual({
    code: 1,
    output: `The database at DATABASE_URL cannot be used: nothing answers at that socket. Start that PostgreSQL, or correct DATABASE_URL. (ann@${empty}:5432/rides)\n`,
  });
});
