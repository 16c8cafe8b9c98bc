import type { Figures } from "@commonlane/contract/community-calls";
import type { Context } from "#platform/context.ts";
import { countMembers, weeksUpTo } from "./figures.store.ts";

/**
 * What going by car emits for each kilometre of a person, in grams (European Environment Agency, “Rail and waterborne – best
 * for low-carbon motorised transport”, 2021: 143 g in the European Union in 2018). A seat that
 * was shared saves it where the passenger would have driven alone, so what is reckoned with it is the most that was saved.
 */
const CO2_G_PER_KM = 143;

export async function communityFigures(ctx: Context, weeks: number): Promise<Figures> {
  const rows = await weeksUpTo(ctx, weeks);
  return {
    members: await countMembers(ctx),
    weeks: rows.map(({ seat_m, answer_s, ...week }) => ({
      ...week,
      seatKm: Math.round(seat_m / 1000),
      answerS: answer_s === null ? null : Math.round(answer_s),
    })),
    co2GramsPerKm: CO2_G_PER_KM,
    costPerKmMinor: ctx.settings.COST_PER_KM_MINOR,
    currency: ctx.settings.CURRENCY,
  };
}
