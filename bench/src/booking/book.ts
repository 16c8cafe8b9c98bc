import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { LEGS, partOf, rideId, SEATS } from "./booked-rides.ts";
import { type Booked, Booking } from "./booking-shapes.ts";

/** Books seats over HTTP as fast as they are given, from a process of its own, each with a key of its own, and prints how many. */

const { address, tokensIn, connections, seconds, slots, hot } = Booking.parse(JSON.parse(process.argv[2] ?? ""));
const tokens = z.array(z.string()).parse(JSON.parse(readFileSync(tokensIn, "utf8")));
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const EACH_RIDE = LEGS * SEATS;

/** Slots go along the rides, one leg of each; on a hot one along its seats, until it is full. */
function placeOf(n: number): { ride: number; leg: number; seeker: number } {
  if (hot) return { ride: slots.rideFrom + Math.floor(n / EACH_RIDE), leg: n % LEGS, seeker: n % EACH_RIDE };
  const round = Math.floor(n / slots.rides);
  return { ride: slots.rideFrom + (n % slots.rides), leg: round % LEGS, seeker: n };
}

function book(n: number): Promise<number> {
  const { ride, leg, seeker } = placeOf(n);
  const body = JSON.stringify(partOf(leg));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const call = request(
    `${address}/api/rides/${rideId(ride)}/request`,
    {
      method: "POST",
      agent,
      headers: {
        authorization: `Bearer ${tokens[seeker % tokens.length]}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "idempotency-key": randomUUID(),
      },
    },
    (reply) => void text(reply).then(() => resolve(reply.statusCode ?? 0), reject),
  );
  call.on("error", reject).end(body);
  return promise;
}

const answers = new Map<number, number>();
let next = slots.from;
const began = performance.now();
const endsAt = began + seconds * 1000;
const tookMs: number[] = [];
const work = async () => {
  while (performance.now() < endsAt && next < slots.until) {
    const at = performance.now();
    const status = await book(next++);
    tookMs.push(performance.now() - at);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
};
await Promise.all(Array.from({ length: connections }, work));
const sorted = tookMs.toSorted((a, b) => a - b);
const made = answers.get(201) ?? 0;
const booked: Booked = {
  made,
  perSecond: (made * 1000) / (performance.now() - began),
  p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  next,
  answers: [...answers],
};
agent.destroy();
process.stdout.write(JSON.stringify(booked));
