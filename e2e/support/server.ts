import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createFastTempFolder } from "../../server/test/app/fast-temp-folder.ts";
import { freePort, launch, ROOT, type Running } from "./process.ts";

/** The product as `npm start` runs it; the first start has built it. */
export const MAIN: string = join(ROOT, "server/dist/main.js");
export const DEMO: string = join(MAIN, "../main-demo.js");

/** The operator's settings, by name. */
export type Settings = Readonly<Record<string, string>>;

interface Address {
  /** Another name of this machine keeps the cookies of two servers apart. */
  readonly hostname?: string;
  /** Sets PUBLIC_URL, which a server needs that others ask. */
  readonly isPublic?: boolean;
}

/** A real server with its own data folder, which keeps its address when it is killed. */
export class Server {
  readonly folder: string;
  readonly address: string;
  readonly #port: number;
  readonly #script: string;
  readonly #settings: Settings;
  #running: Running | undefined;
  #aheadMs = 0;
  #output = "";

  private constructor(
    folder: string,
    port: number,
    script: string,
    settings: Settings,
    { hostname = "127.0.0.1", isPublic = false }: Address,
  ) {
    this.folder = folder;
    this.address = `http://${hostname}:${port}`;
    this.#port = port;
    this.#script = script;
    this.#settings = { ...(isPublic && { PUBLIC_URL: this.address }), ...settings };
  }

  /** On a copy of the data folder after a first start. */
  static async open(
    script: string,
    settings: Settings = {},
    address: Address = {},
  ): Promise<Server> {
    const from = process.env["E2E_PRISTINE"] ?? "";
    const folder = createFastTempFolder();
    const { status, stderr } = spawnSync("cp", ["-a", `${from}/.`, folder], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    const server = new Server(folder, await freePort(), script, settings, address);
    await server.start();
    return server;
  }

  /** The link of the first set-up that the latest start printed, if any. */
  get setupLink(): string | undefined {
    return this.#running?.setupLink;
  }

  async start(): Promise<void> {
    this.#running = await launch({
      script: this.#script,
      folder: this.folder,
      port: this.#port,
      settings: { ...this.#settings, ...(this.#aheadMs > 0 && clockAhead(this.#aheadMs)) },
    });
  }

  /** Stops it and starts it again with its clock moved forward: what depends on time alone is then due. */
  async later(ms: number): Promise<void> {
    this.#output += this.#running?.output() ?? "";
    await this.#running?.stop();
    this.#aheadMs += ms;
    await this.start();
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    await this.#running?.kill();
    this.#running = undefined;
  }

  /** Stops it and deletes its folder; returns its output, which is empty if all went well. */
  async close(): Promise<string> {
    const output = this.#output + (this.#running?.output() ?? "");
    if (this.#running) await this.#running.stop();
    else stopOrphan(this.folder);
    rmSync(this.folder, { recursive: true, force: true });
    return output;
  }
}

const CLOCK = pathToFileURL(join(ROOT, "e2e/support/clock-ahead.ts")).href;
const clockAhead = (ms: number): Settings => ({
  CLOCK_AHEAD_MS: String(ms),
  MAX_CLOCK_SKEW_S: "100000000",
  NODE_OPTIONS: `--import ${CLOCK}`,
});

/** The database outlives a killed server so that the next one can take it over; here there is no next one. */
function stopOrphan(folder: string): void {
  const note = join(folder, "postgres/postmaster.pid");
  const pid = existsSync(note) ? Number(readFileSync(note, "utf8").split("\n")[0]) : 0;
  if (pid > 0) process.kill(pid, "SIGQUIT");
}
