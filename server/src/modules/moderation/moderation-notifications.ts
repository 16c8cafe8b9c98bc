import type { ContentKind } from "@commonlane/contract/content-removals";
import { notify } from "#modules/notifications/index.ts";
import type { InTransaction } from "#platform/context.ts";
import {
  type ContentRemovalRow,
  type ContentOwner,
  findPassengers,
} from "./content-removals.store.ts";
import { findUpcomingBookings } from "./moderated-people.store.ts";

/** Notifies the owner of removed content, and the passengers of a removed ride, with the reason and end date. */
export async function notifyContentRemoved(
  ctx: InTransaction,
  row: ContentRemovalRow,
  content: ContentOwner,
): Promise<void> {
  const until = row.hidden_until && { until: row.hidden_until.toISOString() };
  const about = {
    cause: row.id,
    path: contentPath(row),
    details: {
      ...routeDetails(content),
      ...until,
      reason: row.reason,
    },
  };
  const passengers = row.kind === "ride" ? await findPassengers(ctx, row.subject_id) : [];
  await notify(
    ctx,
    {
      to: row.owner_uid,
      kind: REMOVAL_NOTIFICATIONS[row.kind],
      ...about,
    },
    ...passengers.map((to) => ({
      to,
      kind: "booked-ride.hidden" as const,
      person: row.owner_uid,
      ...about,
    })),
  );
}

const REMOVAL_NOTIFICATIONS = {
  ride: "ride.hidden",
  "ride-request": "ride-request.hidden",
  bio: "bio.hidden",
  photo: "photo.hidden",
  event: "event.hidden",
} as const satisfies Record<ContentKind, string>;

/** Notifies the same users that the content is visible again. */
export async function notifyContentRestored(
  ctx: InTransaction,
  row: ContentRemovalRow,
  {
    content,
    reason,
  }: {
    content: ContentOwner | undefined;
    reason: string | null;
  },
): Promise<void> {
  const details = {
    ...(content && routeDetails(content)),
    reason,
  };
  const notification = {
    kind: "content-removal.ended",
    cause: row.id,
    path: contentPath(row),
    details,
  } as const;
  const passengers = row.kind === "ride" ? await findPassengers(ctx, row.subject_id) : [];
  await notify(
    ctx,
    ...[row.owner_uid, ...passengers].map((to) => ({
      to,
      ...notification,
    })),
  );
}

/** Notifies the owner that the removal stays after an appeal. */
export async function notifyAppealRejected(
  ctx: InTransaction,
  row: ContentRemovalRow,
  reason: string,
): Promise<void> {
  const path = contentPath(row);
  await notify(ctx, {
    to: row.owner_uid,
    kind: "content-removal.upheld",
    cause: row.id,
    path,
    details: { reason },
  });
}

/**
 * Notifies users who share upcoming bookings with a suspended user, because the suspended user cannot cancel them: at
 * once, since they may be about to travel.
 */
export function notifyCompanions(ctx: InTransaction, uid: string): Promise<void> {
  return notifyOfBookings(ctx, uid, "companion.suspended");
}

/** Corrects that once the suspension is lifted or undone. */
export function notifyCompanionsReinstated(ctx: InTransaction, uid: string): Promise<void> {
  return notifyOfBookings(ctx, uid, "companion.reinstated");
}

async function notifyOfBookings(
  ctx: InTransaction,
  uid: string,
  kind: "companion.suspended" | "companion.reinstated",
): Promise<void> {
  const seats = await findUpcomingBookings(ctx, uid);
  const suspension = crypto.randomUUID();
  await notify(
    ctx,
    ...seats.map(({ other_uid: to, ride_id, ...seat }) => ({
      to,
      kind,
      cause: `${suspension}.${ride_id}`,
      person: uid,
      path: `/rides/${ride_id}` as const,
      details: routeDetails(seat),
    })),
  );
}

/** Notifies a user that their suspension ended, with the reason if there is one. */
export function notifyReinstated(ctx: InTransaction, to: string, reason: string | null) {
  return notify(ctx, {
    to,
    kind: "person.reinstated",
    cause: crypto.randomUUID(),
    path: "/notifications",
    details: { reason },
  });
}

const contentPath = ({ kind, subject_id }: ContentRemovalRow): `/${string}` => {
  if (kind === "ride") return `/rides/${subject_id}`;
  if (kind === "event") return `/events/${subject_id}`;
  return kind === "ride-request" ? `/requests/${subject_id}` : "/profile";
};

const routeDetails = ({
  from_label,
  to_label,
  at,
  time_zone,
}: Omit<ContentOwner, "owner_uid">) => ({
  ...(from_label !== null &&
    to_label !== null && {
      from: from_label,
      to: to_label,
    }),
  ...(at && { at: at.toISOString() }),
  ...(time_zone !== null && { timeZone: time_zone }),
});
