import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Bench, type Figures, median, row, logProgress } from "./bench.ts";
import { fillConversations } from "./chat/fill-conversations.ts";
import { type ChatLoad, ChatResult, WARMING_S } from "./chat/chat-types.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { pssMb } from "./support/memory.ts";
import { type Running, serve, SERVER } from "./support/processes.ts";

const CONVERSATIONS = Number(process.env["CONVERSATIONS"] ?? 2_000);
const PER_SECOND = Number(process.env["PER_SECOND"] ?? 1_000);
const SECONDS = Number(process.env["SECONDS"] ?? 10);
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
const SETTLED_MS = 3_000;
const MOST_LATER_MS = 10;
const MOST_MEMORY = 1.3;
const BARE = fileURLToPath(import.meta.resolve("./chat/bare-chat.ts"));
const TALKERS = fileURLToPath(import.meta.resolve("./chat/senders.ts"));

/** Delivery time of stored chat messages, against a socket.io server that stores nothing. */
export const chat: Bench = { name: "chat", run: () => withTempFolder(measureIn) };

async function measureIn(folder: string): Promise<Figures> {
  const crowd = await fillConversations(folder, CONVERSATIONS);
  const crowdIn = join(folder, "crowd.json");
  writeFileSync(crowdIn, JSON.stringify(crowd));
  const load = { crowdIn, perSecond: PER_SECOND, seconds: SECONDS };
  const rounds: { ours: ChatResult; bare: ChatResult }[] = [];
  for (let n = 1; n <= ROUNDS; n++) {
    const environment = {
      DATA_DIR: folder,
      RATE_LIMIT_FACTOR: "1000",
      NEW_ACCOUNT_DAYS: "0",
      LOG_LEVEL: "error",
    };
    const ours = await talkAt(await serve(SERVER, environment), { ...load, to: "commonlane" });
    const bare = await talkAt(await serve(BARE), { ...load, to: "bare" });
    rounds.push({ ours, bare });
    logProgress(`chat ${n}: ${JSON.stringify(ours)} against ${JSON.stringify(bare)}`);
  }
  return figuresOf(rounds);
}

/** Lets all users talk, reads the server's memory while all connections are open, and stops it. */
async function talkAt(server: Running, load: Omit<ChatLoad, "address">): Promise<ChatResult> {
  await sleep(SETTLED_MS);
  const beforeMb = pssMb(server.pid);
  const child = spawn(
    process.execPath,
    [TALKERS, JSON.stringify({ ...load, address: server.address })],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const gone = once(child, "close");
  try {
    let last: unknown;
    for await (const line of createInterface(child.stdout)) {
      if (line === "open") continue;
      last = JSON.parse(line);
      break;
    }
    const serverMb = pssMb(server.pid);
    return ChatResult.parse({ ...Object(last), serverMb, grownMb: serverMb - beforeMb });
  } finally {
    child.stdin.end();
    await gone;
    await server.stop();
  }
}

function figuresOf(
  rounds: readonly { readonly ours: ChatResult; readonly bare: ChatResult }[],
): Figures {
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const most = (pick: (talked: ChatResult) => number) =>
    Math.max(...rounds.map(({ ours }) => pick(ours)));
  return {
    how: `${CONVERSATIONS} conversations of 2 to 5 people, ${PER_SECOND} messages a second for ${SECONDS} s, once they have talked for ${WARMING_S} s, each in a conversation drawn by lot and timed from before it is sent until each of the others hears it on a line of their own; ours is sent by HTTP and answered when it is committed, the bare socket.io keeps nothing. All clients in one process on the same cores. ${ROUNDS} alternating rounds, medians.`,
    rows: [
      row(
        "delivery, p99, later than bare socket.io",
        of(({ ours, bare }) => ours.p99Ms - bare.p99Ms),
        { unit: "ms", digits: 1, atMost: MOST_LATER_MS },
      ),
      row(
        "delivery, p99",
        of(({ ours }) => ours.p99Ms),
        { unit: "ms", digits: 1 },
      ),
      row(
        "delivery, median",
        of(({ ours }) => ours.p50Ms),
        { unit: "ms", digits: 1 },
      ),
      row(
        "delivery by bare socket.io, p99",
        of(({ bare }) => bare.p99Ms),
        { unit: "ms", digits: 1 },
      ),
      row(
        "messages, until the last was heard",
        of(({ ours }) => ours.sent / ours.tookS),
        { unit: "per second" },
      ),
      row(
        "memory, against bare socket.io",
        of(({ ours, bare }) => ours.serverMb / bare.serverMb),
        { unit: "×", digits: 2, atMost: MOST_MEMORY },
      ),
      row(
        "memory that lines and talk took, against bare socket.io",
        of(({ ours, bare }) => ours.grownMb / bare.grownMb),
        { unit: "×", digits: 2 },
      ),
      row(
        "memory",
        of(({ ours }) => ours.serverMb),
        { unit: "MB" },
      ),
      row(
        "refused or unanswered",
        most(({ failed }) => failed),
        { unit: "", atMost: 0 },
      ),
      row(
        "not heard by somebody",
        most(({ missing }) => missing),
        { unit: "", atMost: 0 },
      ),
    ],
  };
}
