import type { Event } from "@commonlane/contract/events";
import { findAudience } from "#modules/groups/index.ts";
import { maskPlace, maskText } from "#modules/privacy/index.ts";
import { findPublicPeople } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import type { EventRow } from "./events.store.ts";

/** Events as a user may see them: contact details in texts are masked for everyone but their creator. */
export async function viewEvents(
  ctx: Context,
  rows: readonly EventRow[],
  viewerUid: string,
): Promise<Event[]> {
  const people = await findPublicPeople(ctx, [
    ...new Set(rows.map(({ creator_id }) => creator_id)),
  ]);
  const audiences = await Promise.all(rows.map(({ members_of }) => findAudience(ctx, members_of)));
  return rows.map((row, n) => {
    const membersOf = audiences[n];
    const creator = people.get(row.creator_id);
    if (!creator) throw new Error("The creator of an event is missing.");
    const isOwn = row.creator_id === viewerUid;
    return {
      id: row.id,
      title: maskText(row.title, isOwn),
      description: maskText(row.description, isOwn),
      place: maskPlace(row.place, isOwn),
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      timeZone: row.time_zone,
      website: row.website,
      ...(membersOf && { membersOf }),
      isPublic: row.is_public,
      status: row.status,
      creator,
      createdAt: row.created_at.toISOString(),
    };
  });
}

export async function viewEvent(ctx: Context, row: EventRow, viewerUid: string): Promise<Event> {
  const [event] = await viewEvents(ctx, [row], viewerUid);
  if (!event) throw new Error("An event view is missing.");
  return event;
}
