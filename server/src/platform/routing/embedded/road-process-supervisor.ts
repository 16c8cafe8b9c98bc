import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Log } from "../../log.ts";
import { UpstreamRejected, UpstreamUnavailable } from "../../upstream/upstream-client.ts";
import type { RoadAction, RoadReply, RoadRequest } from "./road-process-messages.ts";

// Runs from its source also when the server is bundled; it imports nothing but the package.
const PROGRAM = fileURLToPath(new URL("./road-process.ts", import.meta.url));

export interface RoadProcessLimits {
  /** A process that has not answered for this long hangs and is killed. */
  readonly hangMs: number;
  readonly pingEveryMs: number;
  /** Queries sent and not yet answered. */
  readonly maxPending: number;
  /** An idle process with more memory of its own is replaced. */
  readonly maxMemoryMb: number;
}

const LIMITS: RoadProcessLimits = {
  hangMs: 10_000,
  pingEveryMs: 15_000,
  maxPending: 128,
  maxMemoryMb: 768,
};
const MAX_HEAP_MB = 128;
/** For glibc: without these, memory of tables stays with the process, about 400 MB. */
const GIVE_MEMORY_BACK = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
  UV_THREADPOOL_SIZE: "2",
};
/** A new process may take this much longer for its first answer. */
const START_MS = 15_000;
const STDERR_CHARS = 1_000;
/** After a second crash in a row it rests, twice as long each time. */
const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 60_000;
/** A process that lived this long is not part of a series of crashes. */
const STABLE_MS = 60_000;
/** To start again with less memory. */
const ENDED_ITSELF = "code 0";
const BAD_REQUEST = 400;

interface Pending {
  readonly resolve: (reply: string) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Starts the process with the engines when it is needed, again if it ended, and kills it if it hangs. Whatever happens
 * to it, a query fails in time, so that callers can estimate.
 */
export class RoadProcessSupervisor {
  readonly #log: Log;
  readonly #limits: RoadProcessLimits;
  #child: ChildProcess | undefined;
  #startedAtMs = 0;
  #hasAnswered = false;
  #crashes = 0;
  #restUntilMs = 0;
  #unusable: string | undefined;
  #isClosed = false;
  #nextId = 1;
  readonly #pending = new Map<number, Pending>();
  readonly #pingTimer: NodeJS.Timeout;

  constructor(log: Log, limits: Partial<RoadProcessLimits> = {}) {
    this.#log = log;
    this.#limits = { ...LIMITS, ...limits };
    this.#pingTimer = setInterval(() => this.#ping(), this.#limits.pingEveryMs).unref();
  }

  /** Undefined while it does not run. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Sends a query to the engine of a region. @throws UpstreamRejected if the engine rejects it, UpstreamUnavailable if
   * there is no answer.
   */
  query(region: string, config: string, action: RoadAction, query: string): Promise<string> {
    return this.#send((id) => ({ kind: "query", id, region, config, action, query }));
  }

  /** Closes the engine of a region that was removed or replaced. */
  forget(region: string): void {
    const message: RoadRequest = { kind: "forget", region };
    this.#child?.send(message, () => {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#pingTimer);
    const child = this.#child;
    if (!child) return;
    const gone = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
    child.ref();
    child.kill("SIGKILL");
    await gone;
  }

  #send(toRequest: (id: number) => RoadRequest): Promise<string> {
    const child = this.#start();
    if (this.#pending.size >= this.#limits.maxPending)
      throw new UpstreamUnavailable("Too many queries at once.");
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const patienceMs = this.#limits.hangMs + (this.#hasAnswered ? 0 : START_MS);
      const timer = setTimeout(() => this.#kill(), patienceMs);
      this.#pending.set(id, { resolve, reject, timer });
      // If it cannot be sent, the process has ended, which rejects all queries.
      child.send(toRequest(id), () => {});
    });
  }

  /** @throws UpstreamUnavailable if it cannot run, or must rest after crashes. */
  #start(): ChildProcess {
    if (this.#child) return this.#child;
    if (this.#isClosed) throw new UpstreamUnavailable("The server is closing.");
    if (this.#unusable !== undefined) throw new UpstreamUnavailable(this.#unusable);
    if (Date.now() < this.#restUntilMs)
      throw new UpstreamUnavailable("The routing process rests after crashes.");
    const { PATH = "" } = process.env;
    const child = fork(PROGRAM, [String(this.#limits.maxMemoryMb)], {
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      env: { PATH, NODE_NO_WARNINGS: "1", ...GIVE_MEMORY_BACK },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let stderr = "";
    child.stderr?.on(
      "data",
      (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-STDERR_CHARS)),
    );
    child.on("message", (reply: RoadReply) => this.#onReply(reply));
    child.on("error", (error) => (stderr += error.message));
    child.once("exit", (code, signal) => this.#onExit(child, signal ?? `code ${code}`, stderr));
    // An idle engine does not keep a program alive.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    this.#startedAtMs = Date.now();
    this.#hasAnswered = false;
    return child;
  }

  #onReply(reply: RoadReply): void {
    if ("unusable" in reply) {
      this.#unusable = reply.unusable;
      this.#log.error(
        { reason: reply.unusable },
        "the routing engine cannot be used here; routes are estimated",
      );
      return this.#kill();
    }
    this.#hasAnswered = true;
    const pending = this.#take(reply.id);
    if ("reply" in reply) pending?.resolve(reply.reply);
    else pending?.reject(new UpstreamRejected(BAD_REQUEST, reply.rejected));
  }

  #onExit(child: ChildProcess, how: string, stderr: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    for (const id of this.#pending.keys())
      this.#take(id)?.reject(
        new UpstreamUnavailable("The routing process ended before it answered."),
      );
    if (this.#isClosed || this.#unusable !== undefined || how === ENDED_ITSELF) return;
    this.#crashes = Date.now() - this.#startedAtMs > STABLE_MS ? 1 : this.#crashes + 1;
    const restMs =
      this.#crashes < 2 ? 0 : Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (this.#crashes - 2));
    this.#restUntilMs = Date.now() + restMs;
    this.#log.warn(
      { how, stderr, restMs },
      "the routing process ended; it is started again when it is needed",
    );
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    clearTimeout(pending?.timer);
    return pending;
  }

  #ping(): void {
    if (this.#child && this.#pending.size === 0)
      this.#send((id) => ({ kind: "ping", id })).catch(() => {});
  }

  #kill(): void {
    this.#child?.kill("SIGKILL");
  }
}
