import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS } from "@commonlane/contract/durations";
import { createVerifiedAccount } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import { PASSWORD } from "../../fixtures/accounts.ts";
import { type Call, type Person, rideInput, send } from "../http-users.ts";
import type { Load } from "../load.ts";
import type { CallLog } from "./call-log.ts";

const DEPARTURE_DAYS = 300;

/** A call that visitors make again and again, and how often all of them together make it. */
interface Habit {
  readonly kind: string;
  readonly perSecond: number;
  readonly next: () => Call | undefined;
}

/** Calls that change nothing and are not repeated by their caller, at a steady rate. */
export class Visitors {
  isStopped = false;
  readonly #address: string;
  readonly #log: CallLog;

  constructor(address: string, log: CallLog) {
    this.#address = address;
    this.#log = log;
  }

  /** Makes a call whenever it is due, whether or not earlier ones were answered, until stopped. */
  async run({ kind, perSecond, next }: Habit): Promise<void> {
    const open = new Set<Promise<void>>();
    for (let dueMs = performance.now(); !this.isStopped; dueMs += 1000 / perSecond) {
      await sleep(Math.max(0, dueMs - performance.now()));
      const call = next();
      if (!call) continue;
      const running: Promise<void> = this.#make(kind, call).finally(() => open.delete(running));
      open.add(running);
    }
    await Promise.all(open);
  }

  async #make(kind: string, call: Call): Promise<void> {
    const answer = await send(this.#address, call).catch(() => undefined);
    this.#log.add(kind, answer?.status, { isRefusable: false });
  }
}

/** Reads one of the newest rides. */
export const reading = (load: Load, reader: Person) => (): Call | undefined => {
  const ids = [...load.rides.values()].slice(-200);
  const id = ids[Math.floor(Math.random() * ids.length)];
  return id === undefined
    ? undefined
    : { method: "GET", path: `/rides/${id}`, token: reader.token };
};

/** Searches along the route of the load's rides, on one of its days. */
export const searching = (seeker: Person) => (): Call => {
  const { origin, destination } = rideInput();
  const day = Date.now() + (30 + Math.random() * DEPARTURE_DAYS) * DAY_MS;
  const query = new URLSearchParams({
    fromLat: String(origin.lat),
    fromLng: String(origin.lng),
    toLat: String(destination.lat),
    toLng: String(destination.lng),
    departsAfter: new Date(day).toISOString(),
    departsBefore: new Date(day + DAY_MS).toISOString(),
  });
  return { method: "GET", path: `/rides/search?${query.toString()}`, token: seeker.token };
};

/** Signs in with a password. */
export async function signingIn(ctx: Context): Promise<() => Call> {
  const email = `${randomUUID()}@example.org`;
  await createVerifiedAccount(ctx, { email, password: PASSWORD });
  return () => ({ method: "POST", path: "/identity/sign-in", body: { email, password: PASSWORD } });
}
