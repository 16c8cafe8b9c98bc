import { randomUUID } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { createApp } from "../../../server/src/bootstrap/app.ts";
import { createAuthenticator } from "../../../server/src/modules/accounts/sessions/index.ts";
import {
  createVerifiedAccount,
  ensureSigningKeys,
  issueIdToken,
} from "../../../server/src/modules/accounts/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import { openDatabase } from "../../../server/src/platform/db/database.ts";
import { z } from "zod";
import { createRandom, logProgress } from "../bench.ts";
import { createBareContext } from "./bare-context.ts";

const HOSTS = 100;
const TOWNS = [
  { label: "Freiburg", lat: 47.9959, lng: 7.8522 },
  { label: "Karlsruhe", lat: 49.0069, lng: 8.4037 },
  { label: "Mainz", lat: 49.9929, lng: 8.2473 },
  { label: "Bonn", lat: 50.7374, lng: 7.0982 },
  { label: "Köln", lat: 50.9375, lng: 6.9603 },
  { label: "Stuttgart", lat: 48.7758, lng: 9.1829 },
  { label: "München", lat: 48.1351, lng: 11.582 },
  { label: "Kassel", lat: 51.3127, lng: 9.4797 },
];

export interface Filled {
  readonly rideIds: readonly string[];
  /** Token of a user who hosts none of them; valid for an hour. */
  readonly token: string;
}

/** Fills a new data folder with rides, hosted through the API, and closes it. */
export async function fillRides(folder: string, count: number): Promise<Filled> {
  const { db, close } = await openDatabase({ folder, onLost: logProgress });
  try {
    const ctx = createBareContext(db);
    await ensureSigningKeys(ctx);
    const app = createApp(ctx, { authenticate: createAuthenticator(ctx) });
    const hosts = await Promise.all(Array.from({ length: HOSTS }, () => signIn(ctx, "Host")));
    const random = createRandom(1);
    const rideIds: string[] = [];
    while (rideIds.length < count) {
      const round = rideIds.length / HOSTS;
      const batch = hosts.slice(0, Math.min(HOSTS, count - rideIds.length)).map(async (token) => {
        const headers = { authorization: `Bearer ${token}` };
        const reply = await app.inject({
          method: "POST",
          url: "/api/rides",
          headers,
          payload: someRide(random, round),
        });
        if (reply.statusCode !== 201) throw new Error(`A ride was not created: ${reply.body}`);
        return z.object({ id: z.string() }).parse(reply.json()).id;
      });
      rideIds.push(...(await Promise.all(batch)));
    }
    const token = await signIn(ctx, "Reader");
    await app.close();
    return { rideIds, token };
  } finally {
    await close();
  }
}

async function signIn(ctx: Context, firstName: string): Promise<string> {
  const profile = { firstName, lastName: "Moreau", birthDate: "1990-06-15" };
  const { uid } = await createVerifiedAccount(ctx, {
    email: `${randomUUID()}@example.org`,
    profile,
  });
  return issueIdToken(ctx, uid);
}

/** Three different towns; each host drives once a day. */
function someRide(random: () => number, round: number) {
  const [origin, stop, destination] = TOWNS.map((town) => ({ town, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ town }) => town);
  return {
    origin,
    stops: [stop],
    destination,
    departsAt: new Date(Date.now() + (1 + round) * DAY_MS).toISOString(),
    seatsTotal: 3,
    contribution: { amountMinor: 900, currency: "EUR" },
    note: "One suitcase each, please.",
  };
}
