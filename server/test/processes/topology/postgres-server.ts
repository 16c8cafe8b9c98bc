import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, type QueryResultRow } from "pg";
import { onTestFinished } from "vitest";
import { freePort } from "../../services/redis.ts";

const SHIPPED = join(import.meta.dirname, "../../../../deploy/postgresql/replication.conf");
const PASSWORD = "only-for-this-test";
const WAIT_MS = 30_000;

/** Folder of Debian's PostgreSQL programs: npm has none for standbys. */
const BIN: string | undefined =
  process.env["POSTGRESQL_BIN"] ??
  globSync("/usr/lib/postgresql/*/bin").find((folder) => Number(folder.split("/")[4]) >= 15);

export const hasPostgresPrograms: boolean = BIN !== undefined;

/** The user that the servers run as: PostgreSQL refuses root. */
const user = (flag: "-u" | "-g") =>
  Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
const systemUser = () => (process.getuid?.() === 0 ? { uid: user("-u"), gid: user("-g") } : {});

/** One of two PostgreSQL servers with the shipped settings that are primary and standby in turn. */
export class PostgresServer {
  readonly name: string;
  readonly port: number;
  readonly #data: string;
  readonly #as = systemUser();
  #running:
    | { readonly kill: (signal: NodeJS.Signals) => void; readonly gone: Promise<unknown> }
    | undefined;

  private constructor(folder: string, name: string, port: number) {
    this.name = name;
    this.port = port;
    this.#data = join(folder, name);
    mkdirSync(this.#data, { mode: 0o700 });
    if (this.#as.uid !== undefined) chownSync(this.#data, this.#as.uid, this.#as.gid);
    onTestFinished(() => this.kill("SIGQUIT"));
  }

  /** A primary with an empty database `commonlane`, and a server that will be its standby. */
  static async createPair(folder: string): Promise<[PostgresServer, PostgresServer]> {
    chmodSync(folder, 0o755);
    const one = new PostgresServer(folder, "one", await freePort());
    const two = new PostgresServer(folder, "two", await freePort());
    const passwordFile = join(folder, "password");
    writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
    one.#run(
      "initdb",
      "-D",
      one.#data,
      "-A",
      "scram-sha-256",
      "--pwfile",
      passwordFile,
      "-E",
      "UTF8",
      "--no-locale",
    );
    const settings = join(one.#data, "replication.conf");
    cpSync(SHIPPED, settings);
    if (one.#as.uid !== undefined) chownSync(settings, one.#as.uid, one.#as.gid);
    appendFileSync(join(one.#data, "postgresql.conf"), "include 'replication.conf'\n");
    await one.start();
    await one.query(`create role commonlane login password '${PASSWORD}'`);
    await one.query("create database commonlane owner commonlane");
    return [one, two];
  }

  /** The DATABASE_URL that names all servers. */
  static url(servers: readonly PostgresServer[]): string {
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(",");
    return `postgres://commonlane:${PASSWORD}@${hosts}/commonlane`;
  }

  get pid(): number {
    return Number(readFileSync(join(this.#data, "postmaster.pid"), "utf8").split("\n")[0]);
  }

  async start(): Promise<void> {
    const options = {
      port: String(this.port),
      cluster_name: this.name,
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
    };
    const flags = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const child = spawn(this.#program("postgres"), ["-D", this.#data, ...flags], {
      ...this.#as,
      cwd: this.#data,
      stdio: ["ignore", "ignore", openSync(`${this.#data}.log`, "a")],
    });
    const gone = once(child, "exit");
    this.#running = { kill: (signal) => child.kill(signal), gone };
    await this.#waitFor("select 1");
  }

  /** Ends the server without a shutdown: SIGKILL like a crash, SIGQUIT like `pg_ctl stop -m immediate`. */
  async kill(signal: "SIGKILL" | "SIGQUIT"): Promise<void> {
    this.#running?.kill(signal);
    await this.#running?.gone;
    this.#running = undefined;
  }

  /** Copies `primary` and starts as its standby. */
  async copy(primary: PostgresServer): Promise<void> {
    this.#run("pg_basebackup", "-D", this.#data, "-d", this.#reach(primary), "-R", "-c", "fast");
    await this.start();
  }

  /** Makes a former primary the standby of `primary`, which was promoted. */
  async rejoin(primary: PostgresServer): Promise<void> {
    // Up to PostgreSQL 15, pg_rewind learns of a promotion only from a checkpoint after it.
    await primary.query("checkpoint");
    this.#run(
      "pg_rewind",
      "-D",
      this.#data,
      "--source-server",
      this.#reach(primary),
      "--write-recovery-conf",
    );
    await this.start();
  }

  /** From now on nothing is acknowledged before `standby` has it. */
  async waitForStandby(standby: PostgresServer): Promise<void> {
    await this.query(`alter system set synchronous_standby_names = '${standby.name}'`);
    await this.query("select pg_reload_conf()");
    await this.#waitFor(
      `select 1 from pg_stat_replication where application_name = '${standby.name}' and sync_state = 'sync'`,
    );
  }

  /** Makes a standby the primary, without a standby of its own until one joins. */
  async promote(): Promise<void> {
    this.#run("pg_ctl", "promote", "-D", this.#data, "-w");
    await this.query("alter system reset synchronous_standby_names");
    await this.query("select pg_reload_conf()");
  }

  async query(text: string): Promise<QueryResultRow[]> {
    const client = new Client({
      host: "127.0.0.1",
      port: this.port,
      user: "postgres",
      password: PASSWORD,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query<QueryResultRow>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Waits until the statement returns a row. */
  async #waitFor(statement: string): Promise<void> {
    for (
      const untilMs = performance.now() + WAIT_MS;
      performance.now() < untilMs;
      await sleep(50)
    ) {
      const rows = await this.query(statement).catch(() => []);
      if (rows.length > 0) return;
    }
    const log = readFileSync(`${this.#data}.log`, "utf8").split("\n").slice(-10).join("\n");
    throw new Error(`PostgreSQL ${this.name} did not come to: ${statement}\n${log}`);
  }

  #reach(server: PostgresServer): string {
    return `host=127.0.0.1 port=${server.port} user=postgres password=${PASSWORD} dbname=postgres`;
  }

  #program(name: string): string {
    if (BIN === undefined)
      throw new Error("This test needs PostgreSQL 15 or newer (on Debian: postgresql).");
    return join(BIN, name);
  }

  #run(name: string, ...args: readonly string[]): void {
    const { status, stderr, error } = spawnSync(this.#program(name), args, {
      ...this.#as,
      cwd: this.#data,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (status !== 0) throw new Error(`${name}: ${error?.message ?? stderr}`);
  }
}
