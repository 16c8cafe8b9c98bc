import { HOUR_MS } from "@commonlane/contract/durations";
import type { RideContact } from "@commonlane/contract/ride-contacts";
import { peopleByUid } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/route.ts";
import { phonesSharedWith } from "./ride-contacts.store.ts";

/**
 * How the people on a ride can be reached by who travels with them: the only place that tells anybody another's number
 * (domain.md, Privacy by stage).
 */
export async function contactsOnRide(ctx: Context, { uid }: Caller, rideId: string): Promise<{ items: RideContact[] }> {
  const shownForMs = ctx.settings.PHONE_SHOWN_AFTER_H * HOUR_MS;
  const since = new Date(ctx.now().getTime() - shownForMs);
  const shared = await phonesSharedWith(ctx, { uid, rideId, since });
  const people = await peopleByUid(
    ctx,
    shared.map((one) => one.uid),
  );
  const items = shared.flatMap(({ uid: other, phone, arrives_at }) => {
    const person = people.get(other);
    return person ? [{ person, phone, shownUntil: new Date(arrives_at.getTime() + shownForMs).toISOString() }] : [];
  });
  return { items };
}
