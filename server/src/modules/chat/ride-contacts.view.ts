import { HOUR_MS } from "@commonlane/contract/durations";
import type { RideContact } from "@commonlane/contract/ride-contacts";
import { findPublicPeople } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { findSharedPhones } from "./ride-contacts.store.ts";

/**
 * Contacts of the people on a ride, for those who travel with them. The only place that returns another user's number
 * (domain.md, Privacy by stage).
 */
export async function listRideContacts(
  ctx: Context,
  { uid }: Caller,
  rideId: string,
): Promise<{ items: RideContact[] }> {
  const shownForMs = ctx.settings.PHONE_VISIBLE_AFTER_H * HOUR_MS;
  const since = new Date(ctx.now().getTime() - shownForMs);
  const sharedPhones = await findSharedPhones(ctx, {
    uid,
    rideId,
    since,
  });
  const people = await findPublicPeople(
    ctx,
    sharedPhones.map((one) => one.uid),
  );
  const items = sharedPhones.flatMap(({ uid, phone, arrives_at }) => {
    const person = people.get(uid);
    return person
      ? [
          {
            person,
            phone,
            shownUntil: new Date(arrives_at.getTime() + shownForMs).toISOString(),
          },
        ]
      : [];
  });
  return { items };
}
