import type { RideIndex } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { beginAtPresent, type StoredEvent } from "#platform/db/outbox.ts";
import { namedFollowerOfMany, type Step } from "#platform/events.ts";
import { alertHosts } from "./request-alerts.ts";
import { alertSeekers, knowFoundRides } from "./ride-alerts.ts";

/**
 * Reads on in what happened and tells whom it concerns: of a ride those who wait for one like it, of a request the hosts
 * whose ways pass by. Its place moves together with what it writes, so each is told once by whichever process reads it.
 */
export const demandAlerts = (ctx: Context, index: RideIndex): Step =>
  namedFollowerOfMany(ctx, NAME, (ctx, events) => answer(ctx, index, newsIn(events)));

/** Before the first start of a release with alerts nobody was told; of what happened then nobody is told later. */
export const beginAlerts = ({ db }: Context): Promise<void> => beginAtPresent(db, NAME);

const NAME = "demand-alerts";

/** What of it may bring people together; each once, however often something happened to it. */
export interface News {
  readonly hosted: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
  readonly posted: ReadonlySet<string>;
  /** Requests that have changed. */
  readonly moved: ReadonlySet<string>;
  readonly searches: ReadonlySet<string>;
}

function newsIn(events: readonly StoredEvent[]): News {
  const [hosted, changed] = [new Set<string>(), new Set<string>()];
  const [posted, moved, searches] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { fact } of events) {
    if (fact.type === "ride.hosted") hosted.add(fact.rideId);
    else if (fact.type === "ride.changed") changed.add(fact.rideId);
    else if (fact.type === "ride-request.posted") posted.add(fact.rideRequest.id);
    else if (fact.type === "ride-request.changed") moved.add(fact.rideRequest.id);
    else if (fact.type === "saved-search.saved") searches.add(fact.savedSearchId);
  }
  return { hosted, changed, posted, moved, searches };
}

async function answer(ctx: InTransaction, index: RideIndex, news: News): Promise<void> {
  await knowFoundRides(ctx, index, news);
  await alertSeekers(ctx, news);
  await alertHosts(ctx, index, news);
}
