import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const ROOT: string = join(import.meta.dirname, "../..");
const READY = /ready at (http:\/\/[^\s?]+)(?:\?key=\S+)?$/;
/** The address of the mailbox, what the demo does while it starts, and steps of a start that take long. */
const EXPECTED =
  /the local mailbox: http:\S+$|^Building the roads, places and map of | …(?: \d+ s)?$/;
const SETUP = /create its administrator: (http:\S+)$/;
/** The key of the local mailbox and the demo of every server started here. */
export const LOCAL_PAGES_KEY = "the-key-of-this-test-run";
/** The cookie that a browser stores after opening the link with the key. */
export const localCookie = (address: string, path: string) => {
  const { hostname } = new URL(address);
  return {
    name: "commonlane_local",
    value: LOCAL_PAGES_KEY,
    domain: hostname,
    path,
    sameSite: "Strict",
  } as const;
};

interface Launch {
  readonly script: string;
  /** The folder of its database. */
  readonly folder: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Further settings. */
  readonly settings?: Readonly<Record<string, string>>;
}
export interface Running {
  readonly address: string;
  /** The link of the first set-up, if one was printed. */
  readonly setupLink: string | undefined;
  /** Stops it as an operator does; returns the exit code. */
  readonly stop: () => Promise<number | null>;
  /** Kills it with SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Returns its output without the lines that are expected at a start. */
  readonly output: () => string;
}

/** Starts a server process on loopback and waits until it is ready. Throws its output if it fails to start. */
export async function launch({ script, folder, port, settings }: Launch): Promise<Running> {
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    env: {
      PATH: process.env["PATH"],
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: "error",
      NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/commonlane"),
      // In tests a whole community has one address.
      RATE_LIMIT_FACTOR: "1000",
      NEW_ACCOUNT_DAYS: "0",
      COMMON_PASSWORDS: "refused",
      LOCAL_PAGES_KEY,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = once(child, "close");
  const lines: string[] = [];
  const { address, setupLink } = await linksOf(child, gone, lines);
  const output = () => lines.join("\n");
  if (address === undefined) throw new Error(`The server did not become ready: ${output()}`);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  return {
    address,
    setupLink,
    output,
    kill: () => end("SIGKILL"),
    stop: async () => {
      await end("SIGTERM");
      return child.exitCode;
    },
  };
}

interface Links {
  readonly address: string | undefined;
  readonly setupLink: string | undefined;
}

function linksOf(child: ChildProcess, gone: Promise<unknown>, lines: string[]): Promise<Links> {
  let setupLink: string | undefined;
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on("line", (line) => {
        const ready = READY.exec(line)?.[1];
        const firstSetup = SETUP.exec(line)?.[1];
        if (ready !== undefined) resolve({ address: ready, setupLink });
        else if (firstSetup !== undefined) setupLink = firstSetup;
        else if (!EXPECTED.test(line)) lines.push(line);
      });
    }
    void gone.then(() => resolve({ address: undefined, setupLink: undefined }));
  });
}

/** A free port, for a server that must return at the same address. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || address === null) throw new Error("No port was given.");
  return address.port;
}
