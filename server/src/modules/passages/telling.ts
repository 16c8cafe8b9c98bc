import type { Fact } from "@commonlane/contract/live";
import { notify } from "#modules/notices/index.ts";
import { findRide } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { findPassage, type PassageRow, settleDue } from "./passages.store.ts";

type Happening = Pick<Extract<Fact, { passageId: string }>, "type" | "by">;

/** Tells both sides what became of a passage, and gives notice to who did not do it. */
export async function tellOfPassage(
  ctx: InTransaction,
  { seat_request_id: passageId, ride_id: rideId, seeker_id, host_id, outcome }: PassageRow,
  { type, by }: Happening,
): Promise<void> {
  const absentUid = outcome === "host-absent" ? host_id : outcome === "passenger-absent" ? seeker_id : null;
  const what = { passageId, rideId, by };
  const fact: Fact = type === "passage.settled" ? { type, ...what, absentUid } : { type, ...what };
  for (const uid of [seeker_id, host_id]) ctx.announce(`user:${uid}`, fact);
  if (type === "passage.changed") return;
  const ride = await findRide(ctx, rideId);
  const details = {
    from: ride?.points.at(0)?.label ?? "",
    to: ride?.points.at(-1)?.label ?? "",
    ...(ride && { at: ride.departs_at.toISOString(), timeZone: ride.time_zone }),
  };
  const sides = [
    { side: "seeker", to: seeker_id, person: host_id },
    { side: "host", to: host_id, person: seeker_id },
  ];
  for (const { side, to, person } of sides) {
    if (side !== by)
      await notify(ctx, { to, kind: type, cause: passageId, person, path: `/rides/${rideId}/rate`, details });
  }
}

const BATCH = 200;

/** Silence agrees: what nobody answered in time is as it was said. */
export const passageSweeps: readonly Sweep[] = [
  {
    name: "passage.settled",
    everyS: 60,
    run: async (ctx) => {
      const ids = await settleDue(ctx, BATCH);
      for (const id of ids) {
        const row = await findPassage(ctx, id);
        if (row) await tellOfPassage(ctx, row, { type: "passage.settled", by: "system" });
      }
      return ids.length === BATCH;
    },
  },
];
