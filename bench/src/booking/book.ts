import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { BareHttp } from "../support/bare-http.ts";
import { LEGS, segmentOf, rideId, SEATS } from "./fill-rides.ts";
import { type BookingResult, BookingLoad } from "./booking-types.ts";

/**
 * Books seats over HTTP as fast as they are granted, from a process of its own, each with its own key, and prints how
 * many.
 */

const { address, tokensIn, connections, seconds, slots, hot } = BookingLoad.parse(
  JSON.parse(process.argv[2] ?? ""),
);
const tokens = z.array(z.string()).parse(JSON.parse(readFileSync(tokensIn, "utf8")));
const http = await BareHttp.open(address, connections);
const EACH_RIDE = LEGS * SEATS;

/** Slots go along the rides, one leg of each; on a hot ride along its seats until it is full. */
function placeOf(n: number): { ride: number; leg: number; seeker: number } {
  if (hot)
    return {
      ride: slots.rideFrom + Math.floor(n / EACH_RIDE),
      leg: n % LEGS,
      seeker: n % EACH_RIDE,
    };
  const round = Math.floor(n / slots.rides);
  return { ride: slots.rideFrom + (n % slots.rides), leg: round % LEGS, seeker: n };
}

function book(n: number): Promise<number> {
  const { ride, leg, seeker } = placeOf(n);
  const token = tokens[seeker % tokens.length] ?? "";
  const key = { "idempotency-key": randomUUID() };
  return http.post(
    `/api/rides/${rideId(ride)}/request`,
    token,
    JSON.stringify(segmentOf(leg)),
    key,
  );
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
const booked: BookingResult = {
  made,
  perSecond: (made * 1000) / (performance.now() - began),
  p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  next,
  answers: [...answers],
};
http.close();
process.stdout.write(JSON.stringify(booked));
