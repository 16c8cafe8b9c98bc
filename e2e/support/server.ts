import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createFastTempFolder } from "../../server/test/app/fast-temp-folder.ts";
import { freePort, launch, ROOT, type Running } from "./process.ts";

/** The product as `npm start` runs it; the first start has built it. */
export const MAIN: string = join(ROOT, "server/dist/main.js");
export const DEMO: string = join(MAIN, "../main-demo.js");

/** What an operator sets, by name. */
export type Settings = Readonly<Record<string, string>>;

/** A real server on a folder of its own, which keeps its address through deaths. */
export class Server {
  readonly folder: string;
  readonly #port: number;
  readonly #script: string;
  readonly #settings: Settings;
  #running: Running | undefined;
  #aheadMs = 0;
  #said = "";

  private constructor(folder: string, port: number, script: string, settings: Settings) {
    this.folder = folder;
    this.#port = port;
    this.#script = script;
    this.#settings = settings;
  }

  /** On a copy of what a first start leaves. */
  static async open(script: string, settings: Settings = {}): Promise<Server> {
    const from = process.env["E2E_PRISTINE"] ?? "";
    const folder = createFastTempFolder();
    const { status, stderr } = spawnSync("cp", ["-a", `${from}/.`, folder], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    const server = new Server(folder, await freePort(), script, settings);
    await server.start();
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#running = await launch({
      script: this.#script,
      folder: this.folder,
      port: this.#port,
      settings: { ...this.#settings, ...(this.#aheadMs > 0 && clockAhead(this.#aheadMs)) },
    });
  }

  /** Ends it in good order and starts it again so much later by its clock: what time alone brings about is due then. */
  async later(ms: number): Promise<void> {
    this.#said += this.#running?.said() ?? "";
    await this.#running?.stop();
    this.#aheadMs += ms;
    await this.start();
  }

  /** `kill -9`, as the machine's worst day would. */
  async kill(): Promise<void> {
    await this.#running?.kill();
    this.#running = undefined;
  }

  /** Ends it in good order and removes its folder; gives back what it had to say, which is nothing when all went well. */
  async close(): Promise<string> {
    const said = this.#said + (this.#running?.said() ?? "");
    if (this.#running) await this.#running.stop();
    else stopOrphan(this.folder);
    rmSync(this.folder, { recursive: true, force: true });
    return said;
  }
}

const CLOCK = pathToFileURL(join(ROOT, "e2e/support/clock-ahead.ts")).href;
const clockAhead = (ms: number): Settings => ({
  CLOCK_AHEAD_MS: String(ms),
  MAX_CLOCK_SKEW_S: "100000000",
  NODE_OPTIONS: `--import ${CLOCK}`,
});

/** The database outlives a killed server, so that the next one can take it over; here there is no next one. */
function stopOrphan(folder: string): void {
  const note = join(folder, "postgres/postmaster.pid");
  const pid = existsSync(note) ? Number(readFileSync(note, "utf8").split("\n")[0]) : 0;
  if (pid > 0) process.kill(pid, "SIGQUIT");
}
