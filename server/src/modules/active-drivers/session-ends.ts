import type { Context, InTransaction } from "#platform/context.ts";
import { beginAtPresent, type StoredEvent } from "#platform/db/outbox.ts";
import { namedFollower, type Step } from "#platform/events.ts";
import { endDriversOf } from "./active-drivers.store.ts";
import { tell } from "./active-drivers.ts";

const NAME = "driver-sessions";

/** Whoever drives from a session that has ended is off the map: nobody can see there any more that they are on it. */
export const sessionEnds = (ctx: Context): Step => namedFollower(ctx, { name: NAME, reads: ["session.ended"], take });

/** Sessions that ended before this was there have nobody on the map by now. */
export const beginSessionEnds = ({ db }: Context): Promise<void> => beginAtPresent(db, NAME);

async function take(ctx: InTransaction, events: readonly StoredEvent[]): Promise<void> {
  const ended = events.flatMap(({ topic, fact }) =>
    fact.type === "session.ended" ? [{ uid: topic.slice("user:".length), sessionId: fact.sessionId }] : [],
  );
  for (const uid of await endDriversOf(ctx, ended)) tell(ctx, uid, { type: "active-driver.ended", uid, how: "system" });
}
