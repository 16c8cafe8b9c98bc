import { Activation } from "@commonlane/contract/active-drivers";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { FastifyInstance } from "fastify";
import { activateDriver, type LiveMap, updatePosition } from "#modules/active-drivers/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { callerFor, DEMO_DOMAIN, emailOf } from "./demo-accounts.ts";
import { DemoPlaces } from "./demo-places.ts";
import { findAccountsByEmailSuffix, findBusyHosts } from "./demo.store.ts";
import { readPeople, HOST, TAXI } from "./people.ts";
import { SeededRandom } from "./seeded-random.ts";

const STEP_MS = 4_000;
/** A driver with a ride within this time is not on the map for other ways. */
const BUSY_MS = 3 * HOUR_MS;
/** Ways on which drivers go to and fro. */
const WAYS: readonly {
  from: string;
  to: string;
  note: string | null;
}[] = [
  {
    from: "Balzers Roxy",
    to: "Schaan Bahnhof",
    note: "Leaving soon, two seats in the back.",
  },
  {
    from: "Ruggell Kirche",
    to: "Vaduz Post",
    note: "Happy to drop you at the station.",
  },
  { from: "Triesenberg Post", to: "Vaduz Post", note: null },
  {
    from: "Mauren Post",
    to: "Universität Liechtenstein",
    note: "Room for a cello.",
  },
  {
    from: "Eschen Post",
    to: "Schaan Forst/Hilti AG",
    note: "By way of Nendeln.",
  },
  { from: "Triesen Post", to: "Ruggell Rathaus", note: null },
  {
    from: "Vaduz Post",
    to: "Malbun Zentrum",
    note: "Skis and sledges fit.",
  },
  {
    from: "Schaan Bahnhof",
    to: "Balzers Roxy",
    note: "In the valley all afternoon.",
  },
];

interface Round {
  readonly driver: Caller;
  readonly seats: number;
  readonly note: string | null;
  readonly ends: readonly [Place, Place];
  /** The way there, and the way back. */
  readonly ways: readonly [Way, Way];
  leg: 0 | 1;
  legStartedMs: number;
}
interface Way {
  readonly line: readonly LatLng[];
  readonly durationS: number;
}

/** Lets active drivers move along the roads from the start of the demo until it closes. */
export function simulateDrivers(http: FastifyInstance, ctx: Context, map: LiveMap): void {
  let timer: NodeJS.Timeout | undefined;
  const logError = (error: unknown) => ctx.log.error({ err: error }, "simulating drivers failed");
  http.addHook("onListen", async () => {
    const rounds = await startRounds(ctx, map).catch((error: unknown) => {
      logError(error);
      return [];
    });
    timer = setInterval(() => {
      for (const round of rounds) drive(ctx, map, round).catch(logError);
    }, STEP_MS);
  });
  http.addHook("onClose", async () => clearInterval(timer));
}

async function startRounds(ctx: Context, map: LiveMap): Promise<Round[]> {
  const now = ctx.now().getTime();
  const [accounts, places, busy] = await Promise.all([
    findAccountsByEmailSuffix(ctx, DEMO_DOMAIN),
    DemoPlaces.find(ctx),
    findBusyHosts(ctx, new Date(now - BUSY_MS), new Date(now + BUSY_MS)),
  ]);
  const idle = readPeople().flatMap(({ name, car }) => {
    const uid = accounts.get(emailOf(name));
    return car && uid !== undefined && !busy.has(uid) && name !== HOST && name !== TAXI
      ? [{ uid, car }]
      : [];
  });
  const chance = new SeededRandom(1);
  const rounds = await Promise.all(
    WAYS.map(async ({ from, to, note }, n): Promise<Round[]> => {
      const found = idle[n];
      if (!found) return [];
      const ends = [places.get(from, chance), places.get(to, chance)] as const;
      const ways = [findWay(ctx, ends[0], ends[1]), findWay(ctx, ends[1], ends[0])] as const;
      const legStartedMs = now - ((n + 1) / (WAYS.length + 1)) * ways[0].durationS * 1000;
      const { uid, car } = found;
      return [
        {
          driver: callerFor(uid),
          seats: car.seats - 1,
          note,
          ends,
          ways,
          leg: 0,
          legStartedMs,
        },
      ];
    }),
  );
  for (const round of rounds.flat()) await activate(ctx, map, round);
  return rounds.flat();
}

function findWay(ctx: Context, from: Place, to: Place): Way {
  const { legs } = ctx.routing.route([from, to]);
  return {
    line: legs.flatMap(({ line }) => line),
    durationS: legs.reduce((sum, leg) => sum + leg.durationS, 0),
  };
}

/** Moves on, and turns round at the end of the way. */
async function drive(ctx: Context, map: LiveMap, round: Round): Promise<void> {
  const nowMs = ctx.now().getTime();
  if (nowMs - round.legStartedMs < round.ways[round.leg].durationS * 1000) {
    await updatePosition(ctx, map, round.driver, positionOf(round, nowMs));
    return;
  }
  round.leg = round.leg === 0 ? 1 : 0;
  round.legStartedMs = nowMs;
  await activate(ctx, map, round);
}

const activate = (ctx: Context, map: LiveMap, round: Round) =>
  activateDriver(
    ctx,
    map,
    round.driver,
    Activation.parse({
      ...positionOf(round, ctx.now().getTime()),
      seats: round.seats,
      note: round.note,
      headingTo: round.ends[round.leg === 0 ? 1 : 0],
    }),
  );

/** At the mean speed of the way. */
function positionOf(
  { ways, leg, legStartedMs }: Round,
  nowMs: number,
): LatLng & { heading: number } {
  const { line, durationS } = ways[leg];
  const totalM = line.reduce((sum, point, n) => sum + distanceM(line[n - 1] ?? point, point), 0);
  let restM = totalM * Math.min(1, (nowMs - legStartedMs) / 1000 / durationS);
  for (const [n, to] of line.entries()) {
    const from = line[n - 1];
    if (!from) continue;
    const lengthM = distanceM(from, to);
    if (lengthM > 0 && (restM <= lengthM || n === line.length - 1)) {
      const part = Math.min(1, restM / lengthM);
      const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180);
      const heading = ((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI + 360) % 360;
      return {
        lat: from.lat + part * (to.lat - from.lat),
        lng: from.lng + part * (to.lng - from.lng),
        heading,
      };
    }
    restM -= lengthM;
  }
  throw new Error("A way needs at least two points.");
}
