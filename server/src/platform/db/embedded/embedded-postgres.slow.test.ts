import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { Client, type ClientConfig } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createDatabaseFolder, createTestFolder } from "../../../../test/app/test-folders.ts";
import { startEmbedded, socketConnection } from "./embedded-postgres.ts";
import { findInstalledBinaries } from "./postgres-binaries.ts";
import { listRootFolders } from "./root-folders.ts";
import { linkNoteOf } from "./data-folder.ts";

const asRoot = process.getuid?.() === 0;
const HOLDER = join(import.meta.dirname, "../../../../test/services/keep-database-running.ts");

async function query(connection: ClientConfig, text: string): Promise<unknown[]> {
  const client = new Client(connection);
  client.on("error", () => {});
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function start(place: string) {
  const embedded = await startEmbedded(place);
  onTestFinished(embedded.stop);
  return embedded;
}

/** Starts a server in its own process and returns the first thing it prints: its socket, or why it has none. */
async function hold(place: string, uid = ""): Promise<{ holder: ChildProcess; output: string }> {
  const env = uid === "" ? process.env : { ...process.env, NODE_PATH: copyPackagesForOtherUsers() };
  const holder = spawn(process.execPath, [HOLDER, place, uid], {
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  onTestFinished(() => void holder.kill("SIGKILL"));
  const [output] = await once(holder.stdout, "data");
  return { holder, output: String(output) };
}

/**
 * A copy of PostgreSQL that every user can read: below a folder such as /root (mode 700) they cannot read node_modules.
 */
function copyPackagesForOtherUsers(): string {
  const place = createTestFolder();
  chmodSync(place, 0o755);
  const installed = join(findInstalledBinaries(), "..");
  cpSync(installed, join(place, "@embedded-postgres", basename(installed)), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return place;
}

const postmasterOf = (data: string) =>
  Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
const socketIn = (data: string) => socketConnection(data);

test("a folder that another server uses is refused with one line that names the server", async () => {
  const place = createDatabaseFolder();
  await start(place);
  await expect(startEmbedded(place)).rejects.toThrow(
    `Another server (process ${process.pid}) already uses ${place}. Stop it, or set DATA_DIR to another folder.`,
  );
});

test("after a kill -9 the next start stops the orphan and finds every committed row", async () => {
  const place = createDatabaseFolder();
  const { holder, output } = await hold(place);
  await query(socketIn(output), "create table kept as select 7 as n");
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(await query(socketIn(output), "show fsync")).toEqual([{ fsync: "on" }]);

  const next = await start(place);
  expect(await query(next.connection, "select n from kept")).toEqual([{ n: 7 }]);
});

test("a busy backend that outlived its killed postmaster is stopped before the folder is opened again", async () => {
  const place = createDatabaseFolder();
  const { holder, output } = await hold(place);
  const client = new Client(socketIn(output));
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const busy = client
    .query("do $$ begin loop perform 1; end loop; end $$")
    .catch((error: unknown) => String(error));
  process.kill(postmasterOf(output), "SIGKILL");
  holder.kill("SIGKILL");
  await once(holder, "exit");
  const workingDirectory = () => readlinkSync(`/proc/${rows[0].pid}/cwd`);
  expect(workingDirectory()).toBe(output);

  const next = await start(place);
  expect(workingDirectory).toThrow("ENOENT");
  await busy;
  expect(await query(next.connection, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("a stale lock file of a killed PostgreSQL does not prevent a start if its process id now belongs to a zombie", async () => {
  const place = createDatabaseFolder();
  // The program that replaces the shell does not reap the shell's child.
  const parent = spawn("/bin/sh", ["-c", "sleep 0.3 & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [pid] = await once(parent.stdout, "data");
  const zombie = Number(String(pid));
  await expect.poll(() => readFileSync(`/proc/${zombie}/stat`, "utf8")).toContain(") Z ");
  const data = join(place, "postgres");
  writeFileSync(join(data, "postmaster.pid"), `${zombie}\n${data}\n0\n5432\n${data}\n`);
  writeFileSync(join(data, ".s.PGSQL.5432.lock"), `${zombie}\n${data}\n0\n5432\n${data}\n`);

  const { connection } = await start(place);
  expect(await query(connection, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("it does not listen on the network, no other user may use its socket, and it never runs as root", async () => {
  const { connection } = await start(createDatabaseFolder());
  expect(await query(connection, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
  expect(statSync(connection.host).mode & 0o777).toBe(0o700);
  const { uid } = statSync(`/proc/${postmasterOf(connection.host)}`);
  expect(uid).toBe(statSync(connection.host).uid);
  expect([0, 65_534]).not.toContain(asRoot ? uid : -1);
});

test("the database requires a password that only the owner of the folder can read", async () => {
  const { connection } = await start(createDatabaseFolder());
  const { password, ...open } = connection;
  expect(await query(connection, "select 1 as n")).toEqual([{ n: 1 }]);
  await expect(query(open, "select 1")).rejects.toThrow(/password/);
  await expect(query({ ...open, password: "guess" }, "select 1")).rejects.toThrow(
    "password authentication failed",
  );
  const file = statSync(join(connection.host, "pgpass"));
  expect([file.mode & 0o777, file.uid]).toEqual([0o600, statSync(connection.host).uid]);
  expect(password).toMatch(/^[\da-f]{64}$/);
});

test("a folder of an earlier release, open to its user and owned by nobody, is secured at the next start", async () => {
  const place = createDatabaseFolder();
  const data = join(place, "postgres");
  const first = await startEmbedded(place);
  await query(first.connection, "create table kept as select 7 as n");
  await query(first.connection, "alter role commonlane password null");
  await first.stop();
  rmSync(join(data, "pgpass"));
  writeFileSync(join(data, "pg_hba.conf"), "local all all trust\n");
  if (asRoot) spawnSync("chown", ["-R", "65534:65534", data]);

  const { connection } = await start(place);
  expect(await query(connection, "select n from kept")).toEqual([{ n: 7 }]);
  await expect(query({ ...connection, password: "guess" }, "select 1")).rejects.toThrow(
    "password authentication failed",
  );
  const owners = new Set(readdirSync(data).map((name) => lstatSync(join(data, name)).uid));
  expect(owners).toEqual(new Set([statSync(data).uid]));
  expect(statSync(data).uid).not.toBe(65_534);
});

test("an idle PostgreSQL takes at most 40 MB in total", async () => {
  const { connection } = await start(createDatabaseFolder());
  const client = new Client(connection);
  await client.connect();
  const ourProcesses = readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === connection.host;
    } catch {
      return false;
    }
  });
  const kilobytes = ourProcesses.map((pid) =>
    Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]),
  );
  await client.end();
  expect(ourProcesses.length).toBeGreaterThan(1);
  expect(kilobytes.reduce((sum, size) => sum + size)).toBeLessThan(40 * 1024);
});

test.each([
  ["19", "newer"],
  ["17", "older"],
])("a data folder of PostgreSQL %s is refused and left unchanged", async (version, age) => {
  const place = createTestFolder();
  mkdirSync(join(place, "postgres"), { mode: 0o700 });
  const note = join(place, "postgres", "PG_VERSION");
  writeFileSync(note, `${version}\n`);
  if (asRoot) chownSync(join(place, "postgres"), 65534, 65534);
  await expect(startEmbedded(place)).rejects.toThrow(
    `was made by PostgreSQL ${version}, which is ${age} than our 18; it was left unchanged.`,
  );
  expect(readFileSync(note, "utf8")).toBe(`${version}\n`);
});

test("files that are not a database are left alone", async () => {
  const place = createTestFolder();
  mkdirSync(join(place, "postgres"), { mode: 0o700 });
  writeFileSync(join(place, "postgres", "letter.txt"), "dear");
  if (asRoot) chownSync(join(place, "postgres"), 65534, 65534);
  await expect(startEmbedded(place)).rejects.toThrow("contains files that are not a database");
  expect(readdirSync(join(place, "postgres"))).toEqual(["letter.txt"]);
});

test("an interrupted first start leaves nothing that breaks the next one", async () => {
  const place = createTestFolder();
  mkdirSync(join(place, "postgres"), { mode: 0o700 });
  mkdirSync(join(place, "postgres.new"));
  writeFileSync(join(place, "postgres.new", "PG_VERSION"), "18\n");
  const { connection } = await start(place);
  expect(await query(connection, "select 1 as n")).toEqual([{ n: 1 }]);
  expect(readdirSync(place)).not.toContain("postgres.new");
});

test("a link to a missing database is refused, not replaced by an empty database", async () => {
  const place = createTestFolder();
  symlinkSync("/nowhere/at-all", join(place, "postgres"));
  await expect(startEmbedded(place)).rejects.toThrow(
    /is a link to \/nowhere\/at-all, which does not exist\./,
  );
});

test("a path too long for a socket is refused with its length", async () => {
  const place = join(createTestFolder(), "x".repeat(90));
  await expect(startEmbedded(place)).rejects.toThrow(
    /^The path \S+ is too long for a socket \(\d+ bytes, the maximum is 92\)\. Set DATA_DIR/,
  );
});

test("DATA_DIR that is a file is refused", async () => {
  const place = join(createTestFolder(), "file");
  writeFileSync(place, "");
  await expect(startEmbedded(place)).rejects.toThrow(
    `${place} is not a folder. Set DATA_DIR to a folder.`,
  );
});

test("a system without a PostgreSQL from npm is asked for DATABASE_URL", () => {
  expect(() => findInstalledBinaries("sunos-sparc")).toThrow(
    /^npm has no PostgreSQL for sunos-sparc\. Set DATABASE_URL/,
  );
});

test("as root in a folder closed to other users, the data is stored in /var/lib/commonlane, behind a link", async ({
  skip,
}) => {
  if (!asRoot) skip("needs root");
  const closed = join(createTestFolder(), "closed");
  mkdirSync(closed, { mode: 0o700 });
  const place = join(closed, "data");
  const first = await startEmbedded(place);
  await query(first.connection, "create table kept as select 7 as n");
  await first.stop();
  const home = readlinkSync(join(place, "postgres"));
  onTestFinished(() => {
    rmSync(home, { recursive: true });
    rmSync(linkNoteOf(home));
  });
  expect(listRootFolders()).toContainEqual({
    data: home,
    link: join(place, "postgres"),
    isUsed: true,
  });
  expect(home).toMatch(/^\/var\/lib\/commonlane\/data-/);
  expect(statSync(home).mode & 0o777).toBe(0o700);
  const next = await start(place);
  expect(await query(next.connection, "select n from kept")).toEqual([{ n: 7 }]);
});

test("an ordinary user starts it under their own account, and it stays theirs when root starts it", async ({
  skip,
}) => {
  const place = createTestFolder();
  chmodSync(place, 0o777);
  const { holder, output } = await hold(place, asRoot ? "2" : "");
  if (output.includes("does not run on this system"))
    skip("an ordinary user cannot read this copy of the project");
  expect(output).toBe(join(place, "postgres"));
  expect(lstatSync(output).uid).toBe(asRoot ? 2 : process.getuid?.());
  holder.kill("SIGTERM");
  await once(holder, "exit");
  const { connection } = await start(place);
  expect(await query(connection, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("a folder of another user, and a user without a name, are refused with a clear message", async ({
  skip,
}) => {
  if (!asRoot) skip("needs root to switch users");
  expect((await hold(createDatabaseFolder(), "54321")).output).toMatch(
    /belongs to user \d+\. Start as that user|User 54321 cannot write to/,
  );
  const open = createTestFolder();
  chmodSync(open, 0o777);
  const { output } = await hold(open, "54321");
  if (output.includes("does not run on this system"))
    skip("an ordinary user cannot read this copy of the project");
  expect(output).toContain("User 54321 has no name on this system, which PostgreSQL needs.");
});
