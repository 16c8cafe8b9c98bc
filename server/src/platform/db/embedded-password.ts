import { randomBytes } from "node:crypto";
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";

export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

/** In the format of libpq's password file, so that `PGPASSFILE` can name it. */
const PASSWORD_FILE = "pgpass";
const RULES_FILE = "pg_hba.conf";
const WITH_PASSWORD =
  "# Written by Commonlane: only its own socket, only with the password in pgpass.\nlocal all all scram-sha-256\n";
/** Only while the first password is set, behind a socket in a folder that nobody else may enter. */
const WITHOUT_PASSWORD = "local all all trust\n";

/** The password of the database in `data`; nothing where none was set yet. */
export function passwordIn(data: string): string | undefined {
  const file = join(data, PASSWORD_FILE);
  return existsSync(file) ? readFileSync(file, "utf8").trim().split(":").at(-1) : undefined;
}

/** Before PostgreSQL starts: a password is asked for wherever one was set. */
export function prepareRules(data: string): void {
  const file = join(data, RULES_FILE);
  const hasPassword = passwordIn(data) !== undefined;
  const isOpen = !existsSync(file) || readFileSync(file, "utf8").split("\n").some(asksNothing);
  if (!hasPassword) writeOwned(data, RULES_FILE, WITHOUT_PASSWORD);
  else if (isOpen) writeOwned(data, RULES_FILE, WITH_PASSWORD);
}

/** Whether a line of pg_hba.conf lets in whoever reaches the socket. */
function asksNothing(line: string): boolean {
  const fields = line.trim().split(/\s/).filter(Boolean);
  return fields[0] === "local" && fields.includes("trust");
}

/** Sets a random password where there is none, also in folders of earlier releases. Safe to be cut short at any point. */
export async function ensurePassword(data: string, connection: SocketConnection): Promise<void> {
  if (passwordIn(data) !== undefined) return;
  const password = randomBytes(32).toString("hex");
  const client = new Client(connection);
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("set password_encryption = 'scram-sha-256'");
    // Iterations slow down guessing, which 256 random bits do not need.
    await client.query("set scram_iterations = 1");
    await client.query(
      `alter role ${client.escapeIdentifier(connection.user)} password ${client.escapeLiteral(password)}`,
    );
    writeOwned(data, PASSWORD_FILE, `*:*:*:${connection.user}:${password}\n`);
    writeOwned(data, RULES_FILE, WITH_PASSWORD);
    await client.query("select pg_reload_conf()");
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whole or absent, readable by the folder's owner only. */
function writeOwned(data: string, name: string, text: string): void {
  const passing = join(data, `${name}.new`);
  writeFileSync(passing, text, { mode: 0o600 });
  const { uid, gid } = statSync(data);
  if (process.getuid?.() === 0) chownSync(passing, uid, gid);
  renameSync(passing, join(data, name));
}
