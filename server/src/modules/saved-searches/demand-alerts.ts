import type { RideIndex } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { beginAtPresent } from "#platform/db/outbox.ts";
import { namedFollower, type Step } from "#platform/events.ts";
import { NEWS, type News, newsIn } from "./news.ts";
import { alertHosts } from "./request-alerts.ts";
import { alertSeekers, knowFoundRides } from "./ride-alerts.ts";

/**
 * Reads on in what happened and tells whom it concerns: of a ride those who wait for one like it, of a request the hosts
 * whose ways pass by. Its place moves together with what it writes, so each is told once by whichever process reads it.
 */
export const demandAlerts = (ctx: Context, index: RideIndex): Step =>
  namedFollower(ctx, { name: NAME, reads: NEWS, take: (ctx, events) => answer(ctx, index, newsIn(events)) });

/** Before the first start of a release with alerts nobody was told; of what happened then nobody is told later. */
export const beginAlerts = ({ db }: Context): Promise<void> => beginAtPresent(db, NAME);

const NAME = "demand-alerts";

async function answer(ctx: InTransaction, index: RideIndex, news: News): Promise<void> {
  await knowFoundRides(ctx, index, news);
  await alertSeekers(ctx, news);
  await alertHosts(ctx, index, news);
}
