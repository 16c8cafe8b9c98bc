import type { CommunityStatistics } from "@commonlane/contract/community-admin";
import type { Context } from "#platform/context.ts";
import { countMembers, findWeeklyStatistics } from "./statistics.store.ts";

/** Weekly statistics with the constants from which the app estimates the maximum savings. */
export async function getCommunityStatistics(
  ctx: Context,
  weeks: number,
): Promise<CommunityStatistics> {
  const rows = await findWeeklyStatistics(ctx, weeks);
  return {
    members: await countMembers(ctx),
    weeks: rows.map(({ seat_m, answer_s, ...week }) => ({
      ...week,
      seatKm: Math.round(seat_m / 1000),
      answerS: answer_s === null ? null : Math.round(answer_s),
    })),
    co2GramsPerKm: ctx.settings.CO2_G_PER_KM,
    costPerKmMinor: ctx.community.costPerKmMinor,
    currency: ctx.community.currency,
  };
}
