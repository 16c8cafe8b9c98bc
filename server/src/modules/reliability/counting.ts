import type { Context, InTransaction } from "#platform/context.ts";
import { transaction } from "#platform/context.ts";
import type { StoredEvent } from "#platform/db/outbox.ts";
import { beginAtPresent } from "#platform/db/outbox.ts";
import { namedFollower, type Step } from "#platform/events.ts";
import { entriesOf, READ } from "./entries.ts";
import { countAnew, insertEntries, nextUncounted } from "./reliability.store.ts";

/** Writes down what people did with what they agreed to, and counts anew those whom it concerns. */
export const reliabilityOfFacts = (ctx: Context): Step => namedFollower(ctx, { name: NAME, reads: READ, take: note });

const NAME = "reliability";
const AT_ONCE = 500;

/** Before the first start of a release with reliability, the migration wrote down what was known; it is counted now. */
export async function beginReliability(ctx: Context): Promise<void> {
  await beginAtPresent(ctx.db, NAME);
  for (let uids = await nextUncounted(ctx, AT_ONCE); uids.length > 0; uids = await nextUncounted(ctx, AT_ONCE)) {
    const counted = uids;
    await transaction(ctx, (ctx) => countAnew(ctx, counted));
  }
}

async function note(ctx: InTransaction, events: readonly StoredEvent[]): Promise<void> {
  const entries = events.flatMap(entriesOf);
  await insertEntries(ctx, entries);
  await countAnew(ctx, [...new Set(entries.map(({ uid }) => uid))]);
}
