import { localText } from "#platform/i18n/translate.ts";
import { message, translatable } from "@commonlane/contract/message";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Event, EventDetails } from "@commonlane/contract/events";
import {
  EVENT_MAX_DAYS,
  EVENTS_PER_DAY_MAX,
  RIDE_MAX_DAYS_AHEAD,
} from "@commonlane/contract/limits";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { mayCreate } from "#modules/community/index.ts";
import { assertOwnAudience, isOpenTo } from "#modules/groups/index.ts";
import type { FindSpellings } from "#modules/places/index.ts";
import { maskText } from "#modules/privacy/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { decodeCursor, paginate } from "#platform/http/pagination.ts";
import { publishChange } from "./calendar-events.store.ts";
import { type EventCall, eventPolicy } from "./event.policy.ts";
import { assertMay } from "#platform/policy.ts";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import {
  deleteOldEvents,
  type EventRow,
  findEvent,
  findUpcomingEvents,
  findVisibleEvent,
  insertEvent,
  updateEvent,
} from "./events.store.ts";
import { viewEvent, viewEvents } from "./events.view.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";

const BATCH = 500;

const KEPT_DAYS = 90;

const AfterEvent = z.object({
  at: Instant,
  id: z.uuid(),
});

interface EventSearch extends PageQuery {
  readonly query?: string | undefined;
  readonly findSpellings: FindSpellings;
}

export async function listEvents(
  ctx: Context,
  uid: string,
  { query = "", limit, cursor, findSpellings }: EventSearch,
): Promise<{
  items: Event[];
  nextCursor: string | null;
  mayCreate: boolean;
}> {
  const typed = query.split(/\s+/).filter(Boolean);
  const spellings = findSpellings(typed);
  const words = typed.map((word, n) => ({
    word,
    placeNames: spellings[n] ?? [],
  }));
  const after = decodeCursor(AfterEvent, cursor);
  const rows = await findUpcomingEvents(ctx, uid, {
    words,
    limit: limit + 1,
    after,
  });
  const { items, nextCursor } = paginate(rows, limit, (last) => ({
    at: last.starts_at.toISOString(),
    id: last.id,
  }));
  return {
    items: await viewEvents(ctx, items, uid),
    nextCursor,
    mayCreate: await mayCreate(ctx, "event", uid),
  };
}

/** @throws Problem not_found */
export async function getEvent(ctx: Context, uid: string, id: string): Promise<Event> {
  return viewEvent(ctx, await findOrThrow(ctx, uid, id), uid);
}

/** @throws Problem not_found, also if the viewer may not see it */
export async function findOrThrow(ctx: Context, uid: string, id: string): Promise<EventRow> {
  const row = await findVisibleEvent(ctx, uid, id);
  if (!row) throw new Problem("not_found");
  return row;
}

/** @throws Problem invalid_input, moderators_only or events_enough */
export async function createEvent(
  ctx: Context,
  uid: string,
  details: EventDetails,
): Promise<Event> {
  assertDetails(ctx, details);
  if (Date.parse(details.startsAt) <= ctx.now().getTime())
    throw invalidInput("startsAt", translatable("The start must be in the future."));
  await assertOwnAudience(ctx, uid, details.membersOf ?? null);
  const timeZone = timeZoneAt(details.place);
  const row = await transaction(ctx, async (ctx) => {
    const inserted = await insertEvent(
      ctx,
      uid,
      {
        ...details,
        timeZone,
      },
      EVENTS_PER_DAY_MAX,
    );
    if (inserted) publishChange(ctx, inserted);
    return inserted;
  });
  if (!row)
    throw new Problem((await mayCreate(ctx, "event", uid)) ? "events_enough" : "moderators_only");
  return viewEvent(ctx, row, uid);
}

/** @throws Problem invalid_input, not_found, not_yours or event_over */
export async function changeEvent(
  ctx: Context,
  uid: string,
  id: string,
  details: EventDetails,
): Promise<Event> {
  assertDetails(ctx, details);
  const { membersOf } = details;
  // It may stay for the members of a group that its creator has left.
  if (membersOf && membersOf !== (await findOrThrow(ctx, uid, id)).members_of)
    await assertOwnAudience(ctx, uid, membersOf);
  const timeZone = timeZoneAt(details.place);
  return viewEvent(
    ctx,
    await updateAsCreator(ctx, uid, "events.change", id, {
      ...details,
      timeZone,
    }),
    uid,
  );
}

/** @throws Problem not_found, not_yours or event_over */
export async function cancelEvent(ctx: Context, uid: string, id: string): Promise<Event> {
  return viewEvent(ctx, await updateAsCreator(ctx, uid, "events.cancel", id, "cancelled"), uid);
}

async function updateAsCreator(
  ctx: Context,
  uid: string,
  call: EventCall,
  id: string,
  changes: Parameters<typeof updateEvent>[2],
): Promise<EventRow> {
  const event = await findOrThrow(ctx, uid, id);
  await assertMay(eventPolicy, call, event, uid, () => true);

  const row = await transaction(ctx, async (ctx) => {
    const updated = await updateEvent(
      ctx,
      {
        id,
        creatorUid: uid,
      },
      changes,
    );
    if (updated) publishChange(ctx, updated);
    return updated;
  });
  if (!row) throw new Problem("event_over");
  return row;
}

/** Texts that everyone reads before anything is agreed, and times that make sense. */
function assertDetails({ now }: Context, { title, place, startsAt, endsAt }: EventDetails): void {
  if (maskText(title, false) !== title) throw invalidInput("title", WITHOUT_CONTACT_DETAILS);
  if (maskText(place.label, false) !== place.label)
    throw invalidInput("place", WITHOUT_CONTACT_DETAILS);
  const startMs = Date.parse(startsAt);
  const endMs = Date.parse(endsAt);
  const nowMs = now().getTime();
  if (endMs <= startMs)
    throw invalidInput("endsAt", translatable("The end must be after the start."));
  if (endMs - startMs > EVENT_MAX_DAYS * DAY_MS)
    throw invalidInput("endsAt", localText(EVENT_TOO_LONG, { days: EVENT_MAX_DAYS }));
  if (endMs <= nowMs) throw invalidInput("endsAt", translatable("The end must be in the future."));
  if (startMs - nowMs > RIDE_MAX_DAYS_AHEAD * DAY_MS)
    throw invalidInput("startsAt", translatable("The start is too far in the future."));
}

const EVENT_TOO_LONG = message(
  "{days, plural, one {An event can last at most # day.} other {An event can last at most # days.}}",
);

const WITHOUT_CONTACT_DETAILS = translatable(
  "Leave out phone numbers, e-mail addresses and links.",
);

/** An event for a report, unmasked, ignoring blocks. */
export async function getReportableEvent(
  ctx: Context,
  id: string,
  viewerUid: string,
): Promise<
  | {
      readonly aboutUid: string;
      readonly snapshot: Record<string, unknown>;
    }
  | undefined
> {
  const row = await findEvent(ctx, id);
  if (!row || !(await isOpenTo(ctx, viewerUid, row.members_of))) return undefined;
  const { description } = row;
  return {
    aboutUid: row.creator_id,
    snapshot: {
      ...(await viewEvent(ctx, row, viewerUid)),
      description,
    },
  };
}

export const eventSweeps: readonly Sweep[] = [
  {
    name: "community-event.pruned",
    everyS: 3600,
    run: (ctx) => deleteOldEvents(ctx, new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS), BATCH),
  },
];
