import { setTimeout as wait } from "node:timers/promises";
import { DAY_MS } from "@commonlane/contract/durations";
import { HostedRide } from "@commonlane/contract/hosted-rides";
import type { FastifyInstance } from "fastify";
import { inviteNeighbour, listNeighbours, previewNeighbour } from "#modules/neighbours/index.ts";
import { createRide, getOwnVehicle } from "#modules/rides/index.ts";
import { type Context, type OutsideContext, transaction } from "#platform/context.ts";
import { type DemoUser, ensureDemoUsers } from "./demo-accounts.ts";
import { CENTRE, DemoPlaces, TIME_ZONE } from "./demo-places.ts";
import { findFilled } from "./demo.store.ts";
import { localInstant } from "./local-time.ts";
import { readPeople } from "./people.ts";
import { CURRENCY } from "./ride-terms.ts";
import { SeededRandom } from "./seeded-random.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Other names of the same machine, so that browsers keep the sessions of the two communities apart. */
const DEMO_HOST = "localhost";
const NEIGHBOUR_HOST = "127.0.0.1";
const LISTING = "1551 CC-BY-4.0";
const DEFAULT_PORT = 3000;

function portOf({ PORT }: Environment): number {
  return Number(PORT?.trim() || DEFAULT_PORT);
}

/** Settings of the demo when it has a neighbour. */
export const besideNeighbour = (environment: Environment): Environment => ({
  PUBLIC_URL: demoUrl(environment),
  RIDE_LISTING: `demo ${LISTING}`,
  ...environment,
});

/** Settings of the second community, from those of the demo. */
export function neighbourEnvironment(environment: Environment): Environment {
  return {
    ...environment,
    PORT: String(portOf(environment) + 1),
    PUBLIC_URL: neighbourUrl(environment),
    DATA_DIR: `${environment["DATA_DIR"]?.trim() || "demo-data"}-neighbour`,
    COMMUNITY_NAME: "Rheintal rides",
    COMMUNITY_REGION: `${CENTRE.lat},${CENTRE.lng},40`,
    RIDE_LISTING: `rheintal ${LISTING}`,
  };
}

export const demoUrl = (environment: Environment): string =>
  `http://${DEMO_HOST}:${portOf(environment)}`;
export const neighbourUrl = (environment: Environment): string =>
  `http://${NEIGHBOUR_HOST}:${portOf(environment) + 1}`;

/** Commuters who cross the border through Liechtenstein, in both directions. */
const WAY = ["Sargans", "Balzers Roxy", "Vaduz Post", "Schaan Zentrum", "Feldkirch"];
/** Minutes after midnight. */
const DEPARTURES = [390, 435, 480, 730, 810, 1000, 1050, 1100];
const HOSTS = DEPARTURES.length;
const DAYS_AHEAD = 13;
const STALE_WITHIN_DAYS = 2;
const SEED = 7;

/** Fills the second community with people and listed rides, unless enough are upcoming. */
export async function seedNeighbour(ctx: Context): Promise<void> {
  const { last } = await findFilled(ctx);
  const now = ctx.now().getTime();
  if (last && last.getTime() > now + STALE_WITHIN_DAYS * DAY_MS) return;
  const people = readPeople().filter(({ car }) => car);
  const chance = new SeededRandom(SEED);
  const hosts = await ensureDemoUsers(ctx, people.slice(-HOSTS), chance);
  const places = await DemoPlaces.find(ctx);
  const way = WAY.map((name) => places.get(name, chance));
  const firstDay = last ? Math.ceil((last.getTime() - now) / DAY_MS) : 0;
  for (let day = Math.max(0, firstDay); day <= DAYS_AHEAD; day++)
    for (const [n, host] of hosts.entries()) {
      const departsAt = localInstant(TIME_ZONE, ctx.now(), day, DEPARTURES[n] ?? 0);
      const points = n % 2 === 0 ? way : way.toReversed();
      if (departsAt.getTime() > now) await hostListed(ctx, host, points, departsAt);
    }
}

async function hostListed(
  ctx: Context,
  { caller, vehicleId }: DemoUser,
  points: readonly ReturnType<DemoPlaces["get"]>[],
  departsAt: Date,
): Promise<void> {
  const input = HostedRide.parse({
    origin: points[0],
    stops: points.slice(1, -1),
    destination: points.at(-1),
    departsAt: departsAt.toISOString(),
    seatsTotal: 3,
    contribution: {
      amountMinor: 600,
      currency: CURRENCY,
    },
    vehicleId,
    isListed: true,
  });
  await transaction(ctx, async (ctx) => {
    const vehicle = await getOwnVehicle(ctx, caller.uid, vehicleId);
    await createRide(
      ctx,
      {
        uid: caller.uid,
        vehicle,
      },
      input,
    );
  });
}

const TRIES = 600;
const RETRY_MS = 1_000;

/** Approves the other community as soon as it answers, as an administrator would. */
export function approveOther(http: FastifyInstance, ctx: OutsideContext, url: string): void {
  const closing = new AbortController();
  http.addHook("onClose", async () => closing.abort());
  http.addHook("onListen", async () => void keepTrying(ctx, url, closing.signal));
}

async function keepTrying(ctx: OutsideContext, url: string, signal: AbortSignal): Promise<void> {
  for (let n = 0; n < TRIES && !signal.aborted; n++) {
    const isApproved = await approve(ctx, url).catch(() => false);
    if (isApproved) return;
    await wait(RETRY_MS, undefined, {
      signal,
      ref: false,
    }).catch(() => undefined);
  }
}

async function approve(ctx: OutsideContext, url: string): Promise<boolean> {
  const { items } = await listNeighbours(ctx);
  const isActive = items.some((other) => other.url === url && other.state === "active");
  if (isActive) return true;
  const { fingerprint } = await previewNeighbour(ctx, url);
  await inviteNeighbour(ctx, {
    address: url,
    fingerprint,
  });
  return false;
}
