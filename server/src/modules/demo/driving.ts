import { Activation } from "@commonlane/contract/active-drivers";
import type { Place } from "@commonlane/contract/shapes";
import type { FastifyInstance } from "fastify";
import { goActive, type LiveMap, moveDriver } from "#modules/active-drivers/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/route.ts";
import { type Character, cast } from "./cast.ts";
import { accountsEndingIn } from "./demo.store.ts";
import { callerOf, DEMO_DOMAIN, emailOf } from "./people.ts";
import { findTowns, type Town } from "./region.ts";
import { sceneHosts } from "./scenes.ts";

const STEP_MS = 4_000;
const M_PER_S = 13;
const M_PER_DEGREE = 111_195;
/** Around which towns somebody drives, how far out, and what they say. */
const rounds: readonly { around: Town; radiusM: number; headingTo?: Town; note: string }[] = [
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
  readonly beganMs: number;
}

/** From when the demo listens until it closes some of its people are on the map and drive about. */
export function letSomeDrive(http: FastifyInstance, ctx: Context, map: LiveMap): void {
  let timer: NodeJS.Timeout | undefined;
  const failed = (error: unknown) => ctx.log.error({ err: error }, "driving about");
  http.addHook("onListen", async () => {
    const driving = await setOut(ctx, map).catch((error: unknown) => {
      failed(error);
      return [];
    });
    timer = setInterval(() => {
      for (const round of driving) moveDriver(ctx, map, round.driver, positionOn(round, ctx.now())).catch(failed);
    }, STEP_MS);
  });
  http.addHook("onClose", async () => clearInterval(timer));
}

async function setOut(ctx: Context, map: LiveMap): Promise<Round[]> {
  const [known, towns] = [await accountsEndingIn(ctx, DEMO_DOMAIN), await findTowns(ctx)];
  const free = cast.filter(({ car, first, last }) => car && !sceneHosts.has(`${first} ${last}`)).toReversed();
  const driving: Round[] = [];
  for (const [n, { around, radiusM, headingTo, note }] of rounds.entries()) {
    const [who, town] = [free[n], towns.get(around)];
    const uid = who && known.get(emailOf(who));
    if (!who || uid === undefined || !town) continue;
    const round = { driver: callerOf(uid), town, radiusM, beganMs: ctx.now().getTime() - n * 60_000 };
    const place = headingTo && towns.get(headingTo);
    const said = { ...positionOn(round, ctx.now()), seats: seatsOf(who), note, headingTo: place };
    await goActive(ctx, map, round.driver, Activation.parse(said));
    driving.push(round);
  }
  return driving;
}

const seatsOf = ({ car }: Character) => Math.max(1, (car?.seats ?? 2) - 1);

/** Where somebody is who drives clockwise around a town. */
function positionOn({ town, radiusM, beganMs }: Round, now: Date) {
  const turn = (((now.getTime() - beganMs) / 1000) * M_PER_S) / radiusM;
  const [north, east] = [radiusM * Math.cos(turn), radiusM * Math.sin(turn)];
  return {
    lat: town.lat + north / M_PER_DEGREE,
    lng: town.lng + east / (M_PER_DEGREE * Math.cos((town.lat * Math.PI) / 180)),
    heading: ((turn * 180) / Math.PI + 90) % 360,
  };
}
