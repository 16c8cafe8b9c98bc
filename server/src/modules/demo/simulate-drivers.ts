import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import { Activation } from "@commonlane/contract/active-drivers";
import type { Place } from "@commonlane/contract/shapes";
import type { FastifyInstance } from "fastify";
import { activateDriver, type LiveMap, updatePosition } from "#modules/active-drivers/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { type Persona, personas } from "./personas.ts";
import { findAccountsByEmailSuffix } from "./demo.store.ts";
import { callerFor, DEMO_DOMAIN, emailOf } from "./demo-accounts.ts";
import { findTowns, type Town } from "./towns.ts";
import { scriptedHosts } from "./scripted-rides.ts";

const STEP_MS = 4_000;
const M_PER_S = 13;
/** Circles of simulated drivers: town, radius, destination and note. */
const ROUNDS: readonly { around: Town; radiusM: number; headingTo?: Town; note: string }[] = [
  { around: "Freiburg im Breisgau", radiusM: 1800, note: "In town all afternoon." },
  {
    around: "Freiburg im Breisgau",
    radiusM: 4200,
    headingTo: "Offenburg",
    note: "Leaving soon, two seats in the back.",
  },
  { around: "Karlsruhe", radiusM: 2500, note: "Happy to drop you at the station." },
  { around: "Karlsruhe", radiusM: 5200, headingTo: "Heidelberg", note: "By way of Bruchsal." },
  { around: "Strasbourg", radiusM: 3000, note: "Je parle aussi français." },
  { around: "Mannheim", radiusM: 2200, headingTo: "Mainz", note: "One suitcase fits." },
  { around: "Köln", radiusM: 3500, note: "Between two concerts." },
];

interface Round {
  readonly driver: Caller;
  readonly town: Place;
  readonly radiusM: number;
  readonly startedMs: number;
}

/** Simulates active drivers from the start of the demo until it closes. */
export function simulateDrivers(http: FastifyInstance, ctx: Context, map: LiveMap): void {
  let timer: NodeJS.Timeout | undefined;
  const logError = (error: unknown) => ctx.log.error({ err: error }, "simulating drivers failed");
  http.addHook("onListen", async () => {
    const activeRounds = await startRounds(ctx, map).catch((error: unknown) => {
      logError(error);
      return [];
    });
    timer = setInterval(() => {
      for (const round of activeRounds)
        updatePosition(ctx, map, round.driver, positionOn(round, ctx.now())).catch(logError);
    }, STEP_MS);
  });
  http.addHook("onClose", async () => clearInterval(timer));
}

async function startRounds(ctx: Context, map: LiveMap): Promise<Round[]> {
  const [accounts, towns] = [await findAccountsByEmailSuffix(ctx, DEMO_DOMAIN), await findTowns(ctx)];
  const availablePersonas = personas
    .filter(({ car, first, last }) => car && !scriptedHosts.has(`${first} ${last}`))
    .toReversed();
  const activeRounds: Round[] = [];
  for (const [n, { around, radiusM, headingTo, note }] of ROUNDS.entries()) {
    const [persona, town] = [availablePersonas[n], towns.get(around)];
    const uid = persona && accounts.get(emailOf(persona));
    if (!persona || uid === undefined || !town) continue;
    const round = { driver: callerFor(uid), town, radiusM, startedMs: ctx.now().getTime() - n * 60_000 };
    const place = headingTo && towns.get(headingTo);
    const activation = { ...positionOn(round, ctx.now()), seats: seatsOf(persona), note, headingTo: place };
    await activateDriver(ctx, map, round.driver, Activation.parse(activation));
    activeRounds.push(round);
  }
  return activeRounds;
}

const seatsOf = ({ car }: Persona) => Math.max(1, (car?.seats ?? 2) - 1);

/** Position of a driver who circles a town clockwise. */
function positionOn({ town, radiusM, startedMs }: Round, now: Date) {
  const angle = (((now.getTime() - startedMs) / 1000) * M_PER_S) / radiusM;
  const [north, east] = [radiusM * Math.cos(angle), radiusM * Math.sin(angle)];
  return {
    lat: town.lat + north / METRES_PER_DEGREE,
    lng: town.lng + east / (METRES_PER_DEGREE * Math.cos((town.lat * Math.PI) / 180)),
    heading: ((angle * 180) / Math.PI + 90) % 360,
  };
}
