import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { openSocket, openSockets } from "../support/bare-socket.ts";
import { Senders, Sending, type Sent } from "./sender-types.ts";

/**
 * Drivers with a connection each, in a process of their own: reports "ready" when all are open, then sends positions at
 * a fixed rate in turn, and reports how many, and how long the server took to process them.
 */

const { address, sendersIn, perSecond, seconds } = Sending.parse(JSON.parse(process.argv[2] ?? ""));
const senders = Senders.parse(JSON.parse(readFileSync(sendersIn, "utf8")));
const STEP_MS = 10;
const LOOK_MS = 20;
const PATIENCE_MS = 30_000;
/** Within the accuracy of a phone, so that no driver is too fast. */
const WAY_DEG = 0.0006;

const Own = z.object({ lat: z.number() });
const lines = await openSockets(senders, ({ token }) => openSocket(address, { token }));
process.send?.("ready");

const began = performance.now();
const last = new Map<number, number>();
let sent = 0;
for (let now = began; now < began + seconds * 1000; now = performance.now()) {
  const due = Math.min(perSecond * seconds, Math.floor(((now - began) / 1000) * perSecond));
  for (; sent < due; sent++) {
    const n = sent % lines.length;
    const at = senders[n]?.at ?? { lat: 0, lng: 0 };
    const lat = at.lat + WAY_DEG * Math.sin(sent / 10_000);
    last.set(n, lat);
    lines[n]?.emit("drivers.move", { lat, lng: at.lng });
  }
  await sleep(STEP_MS);
}
// Each connection is in order, and each of these was its last message.
for (const n of [0, Math.floor(lines.length / 2), lines.length - 1]) {
  const until = performance.now() + PATIENCE_MS;
  while ((await ownLat(senders[n]?.token ?? "")) !== last.get(n)) {
    if (performance.now() > until)
      throw new Error(`The last position of line ${n} was not taken in.`);
    await sleep(LOOK_MS);
  }
}
const result: Sent = { sent, withinMs: performance.now() - began };
process.send?.(result);
for (const line of lines) line.close();

async function ownLat(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return Own.parse(
    await (await fetch(`${address}/api/rides/active-drivers/me`, { headers })).json(),
  ).lat;
}
