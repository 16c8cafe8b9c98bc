import { DAY_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import { expect } from "vitest";
import { leaveAccount } from "#modules/accounts/index.ts";
import { dataRightsSweeps, dataRightsWorkers } from "#modules/data-rights/index.ts";
import { rideRequestSweeps } from "#modules/ride-requests/index.ts";
import { seatRequestSweeps } from "#modules/seat-requests/index.ts";
import { transaction } from "#platform/context.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { sweepRides } from "./shared-rides.ts";
import type { Person, World } from "./world.ts";

/** Asks for the deletion of an account, and lets its grace go by. */
export async function leaveForGood(world: World, { uid, email }: Person): Promise<void> {
  const visitor = { networks: ["a test"], neighbourhood: "a test", device: null, devices: [] };
  await transaction(world.ctx, (ctx) => leaveAccount(ctx, { uid, email }, visitor));
  world.world.now = new Date(world.world.now.getTime() + 15 * DAY_MS);
  const sweep = async () => {
    await sweepRides(world);
    for (const one of [...seatRequestSweeps, ...rideRequestSweeps, ...dataRightsSweeps]) await runSweep(world.ctx, one);
  };
  await sweep();
  await world.jobs.waiting(world.db);
  await sql`delete from held_job where name = 'notice.deliver'`.execute(world.db);
  await world.jobs.runDue(world.ctx, dataRightsWorkers);
  await sweep();
  const { erased_at } = await world.db
    .selectFrom("account")
    .select("erased_at")
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  expect(erased_at).not.toBeNull();
}
