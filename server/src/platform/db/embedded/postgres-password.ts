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
const ACCESS_RULES_FILE = "pg_hba.conf";
const PASSWORD_RULES =
  "# Written by Commonlane: only its own socket, only with the password in pgpass.\nlocal all all scram-sha-256\n";
/** Used only while the first password is set, on a socket in a folder that no other user may enter. */
const TRUST_RULES = "local all all trust\n";

/** The password of the database in `data`; undefined if none is set yet. */
export function readPassword(data: string): string | undefined {
  const file = join(data, PASSWORD_FILE);
  return existsSync(file) ? readFileSync(file, "utf8").trim().split(":").at(-1) : undefined;
}

/** Called before PostgreSQL starts: requires a password if one is set. */
export function prepareAccessRules(data: string): void {
  const file = join(data, ACCESS_RULES_FILE);
  const hasPassword = readPassword(data) !== undefined;
  const isOpen = !existsSync(file) || readFileSync(file, "utf8").split("\n").some(isTrustRule);
  if (!hasPassword) writeOwnerOnly(data, ACCESS_RULES_FILE, TRUST_RULES);
  else if (isOpen) writeOwnerOnly(data, ACCESS_RULES_FILE, PASSWORD_RULES);
}

/** True if a line of pg_hba.conf lets in any client that reaches the socket. */
function isTrustRule(line: string): boolean {
  const fields = line.trim().split(/\s/).filter(Boolean);
  return fields[0] === "local" && fields.includes("trust");
}

/**
 * Sets a random password if there is none, including in folders of earlier releases. Safe to interrupt at any point.
 */
export async function ensurePassword(data: string, connection: SocketConnection): Promise<void> {
  if (readPassword(data) !== undefined) return;
  const password = randomBytes(32).toString("hex");
  const client = new Client(connection);
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("set password_encryption = 'scram-sha-256'");
    // Iterations slow down guessing; 256 random bits do not need them.
    await client.query("set scram_iterations = 1");
    await client.query(
      `alter role ${client.escapeIdentifier(connection.user)} password ${client.escapeLiteral(password)}`,
    );
    writeOwnerOnly(data, PASSWORD_FILE, `*:*:*:${connection.user}:${password}\n`);
    writeOwnerOnly(data, ACCESS_RULES_FILE, PASSWORD_RULES);
    await client.query("select pg_reload_conf()");
  } finally {
    await client.end().catch(() => {});
  }
}

/** Writes the file atomically, readable only by the folder's owner. */
function writeOwnerOnly(data: string, name: string, text: string): void {
  const temporary = join(data, `${name}.new`);
  writeFileSync(temporary, text, { mode: 0o600 });
  const { uid, gid } = statSync(data);
  if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
  renameSync(temporary, join(data, name));
}
