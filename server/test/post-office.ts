import type { NoticeKind } from "@commonlane/contract/notices";
import { noticeSweeps, noticeWorkers, notify } from "#modules/notices/index.ts";
import { transaction } from "#platform/context.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { noticesOf } from "./notices.ts";
import { openPushService } from "./push-service.ts";
import { openWorld, type Person, type World } from "./world.ts";

export const minutes = (count: number) => count * 60_000;

/** A world with a push service, and Ada, who is told things. */
export async function openPost() {
  const world = await openWorld();
  const service = await openPushService();
  const ada = await world.person();
  const workers = noticeWorkers({ post: service.post });
  const run = () => world.jobs.runDue(world.ctx, workers);
  /** Time passes, and what is due by then is done. */
  const after = async (ms: number) => {
    world.world.now = new Date(world.world.now.getTime() + ms);
    for (const sweep of noticeSweeps) await runSweep(world.ctx, sweep);
    await run();
  };
  let told = 0;
  const tell = async (kind: NoticeKind = "ride.changed", said: { lateAt?: Date; to?: Person } = {}) => {
    const { to = ada, ...rest } = said;
    const cause = `cause ${++told}`;
    await transaction(world.ctx, (ctx) =>
      notify(ctx, { to: to.uid, kind, cause, path: "/rides/x", details: {}, ...rest }),
    );
  };
  const subscribe = (replaces?: string) => service.subscribe(world, ada, replaces);
  return { world, service, ada, run, after, tell, subscribe };
}

/** How the newest notice stands, channel by channel. */
export async function standing(world: World, as: Person) {
  const [newest] = await noticesOf(world, as);
  return Object.fromEntries(
    (newest?.deliveries ?? []).map(({ channel, state, reason }) => [channel, { state, reason }]),
  );
}
export const received = (world: World, parcelId: string | undefined) =>
  world.call("POST", "/notices/received", { body: { parcelId } });
