import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "../bench.ts";
import { BareHttp } from "../support/bare-http.ts";
import { type BareSocket, openSocket, openSockets } from "../support/bare-socket.ts";
import { ChatUsers, type Room, ChatLoad, WARMING_S } from "./chat-types.ts";

/**
 * All users' connections and messages in a process of their own, speaking socket.io over bare WebSockets and HTTP, to
 * use little of the measured machine. A message is timed from just before sending until each other member has received
 * it. Prints a line when all connections are open, and one with the result.
 */

const { address, crowdIn, to, perSecond, seconds } = ChatLoad.parse(
  JSON.parse(process.argv[2] ?? ""),
);
const { tokens, rooms } = ChatUsers.parse(JSON.parse(readFileSync(crowdIn, "utf8")));
const STEP_MS = 5;
const PATIENCE_MS = 30_000;
const CONNECTIONS = 64;

const took: number[] = [];
const count = { sent: 0, expected: 0, underWay: 0, failed: 0 };

const roomsOf = tokens.map((): string[] => []);
for (const { id, members } of rooms) for (const member of members) roomsOf[member]?.push(id);

/** The message contains its sender and its time of sending, by this process's clock. */
const TEXT = /(\d+) at (\d+\.\d+)/;

function recordDelivery(person: number, packet: string): void {
  const [, sender, at] = TEXT.exec(packet) ?? [];
  if (at !== undefined && Number(sender) !== person) took.push(performance.now() - Number(at));
}

const waiting = new Map<number, () => void>();
let packets = 0;

function open(token: string, person: number): Promise<BareSocket> {
  return openSocket(address, to === "bare" ? { rooms: roomsOf[person] } : { token }, (packet) => {
    if (packet.startsWith("42")) recordDelivery(person, packet);
    else if (packet.startsWith("43")) waiting.get(Number(/^43(\d+)/.exec(packet)?.[1]))?.();
  });
}

const lines = await openSockets(tokens, open);
process.stdout.write("open\n");

const http = await BareHttp.open(address, to === "bare" ? 0 : CONNECTIONS);

async function sayToOurs(room: string, sender: number, text: string): Promise<boolean> {
  const body = JSON.stringify({ clientId: randomUUID(), text });
  const path = `/api/chat/conversations/${room}/messages`;
  return (await http.post(path, tokens[sender] ?? "", body).catch(() => 0)) === 201;
}

function sayToBare(room: string, sender: number, text: string): Promise<boolean> {
  const id = packets++;
  lines[sender]?.send(`42${id}${JSON.stringify(["say", room, text])}`);
  return new Promise((resolve) =>
    waiting.set(id, () => {
      waiting.delete(id);
      resolve(true);
    }),
  );
}

const say = to === "bare" ? sayToBare : sayToOurs;

async function speak({ id, members }: Room, sender: number): Promise<void> {
  count.expected += members.length - 1;
  count.underWay++;
  const acknowledged = await say(id, sender, `${sender} at ${performance.now().toFixed(3)}`);
  count.underWay--;
  if (!acknowledged) count.failed++;
}

const random = createRandom(11);
const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];

/** Lets them talk and waits until everything was received; returns the total duration. */
async function talkFor(seconds: number): Promise<number> {
  took.length = 0;
  Object.assign(count, { sent: 0, expected: 0 });
  const began = performance.now();
  for (let now = began; now < began + seconds * 1000; now = performance.now()) {
    for (
      const due = Math.floor(((now - began) / 1000) * perSecond);
      count.sent < due;
      count.sent++
    ) {
      const room = oneOf(rooms);
      const sender = oneOf(room?.members ?? []);
      if (!room || sender === undefined) continue;
      void speak(room, sender);
    }
    await sleep(STEP_MS);
  }
  const until = performance.now() + PATIENCE_MS;
  while ((took.length < count.expected || count.underWay > 0) && performance.now() < until)
    await sleep(STEP_MS);
  return (performance.now() - began) / 1000;
}

// The first round is not counted: it compiles code and plans queries.
await talkFor(WARMING_S);
const tookS = await talkFor(seconds);
const sorted = took.toSorted((a, b) => a - b);
const at = (part: number) => sorted[Math.ceil((sorted.length - 1) * part)] ?? NaN;
const { sent, expected, failed, underWay } = count;
const result = {
  sent,
  failed: failed + underWay,
  missing: expected - took.length,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  tookS,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.stdin.resume().on("end", () => process.exit());
