import type { HiddenKind } from "@commonlane/contract/hidings";
import { notify } from "#modules/notices/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { type HidingRow, type Owned, peopleAboard } from "./hidings.store.ts";
import { seatsAgreedWith } from "./people.store.ts";

/** Tells whose it is that others do not see it any more, why, and until when; and of a ride those who are aboard. */
export async function tellHidden(ctx: InTransaction, row: HidingRow, owned: Owned): Promise<void> {
  const until = row.hidden_until && { until: row.hidden_until.toISOString() };
  const about = { cause: row.id, path: pathOf(row), details: { ...wayOf(owned), ...until, reason: row.reason } };
  const aboard = row.kind === "ride" ? await peopleAboard(ctx, row.about_id) : [];
  await notify(
    ctx,
    { to: row.owner_uid, kind: KINDS[row.kind], ...about },
    ...aboard.map((to) => ({ to, kind: "ride.doubted" as const, person: row.owner_uid, ...about })),
  );
}

const KINDS = {
  ride: "ride.hidden",
  "ride-request": "ride-request.hidden",
  bio: "bio.hidden",
  photo: "photo.hidden",
} as const satisfies Record<HiddenKind, string>;

/** Tells the same people that it is seen again. */
export async function tellShown(
  ctx: InTransaction,
  row: HidingRow,
  { owned, reason }: { owned: Owned | undefined; reason: string | null },
): Promise<void> {
  const details = { ...(owned && wayOf(owned)), reason };
  const told = { kind: "hiding.ended", cause: row.id, path: pathOf(row), details } as const;
  const aboard = row.kind === "ride" ? await peopleAboard(ctx, row.about_id) : [];
  await notify(ctx, ...[row.owner_uid, ...aboard].map((to) => ({ to, ...told })));
}

/** Tells who appealed that it stays hidden. */
export async function tellDecided(ctx: InTransaction, row: HidingRow, reason: string): Promise<void> {
  const path = pathOf(row);
  await notify(ctx, { to: row.owner_uid, kind: "hiding.upheld", cause: row.id, path, details: { reason } });
}

/** Tells those who agreed a ride with somebody who was suspended: nobody else can cancel for them now. */
export async function tellCompanions(ctx: InTransaction, uid: string): Promise<void> {
  const seats = await seatsAgreedWith(ctx, uid);
  const suspension = crypto.randomUUID();
  await notify(
    ctx,
    ...seats.map(({ other_uid: to, ride_id, ...seat }) => ({
      to,
      kind: "companion.suspended" as const,
      cause: `${suspension}.${ride_id}`,
      person: uid,
      path: `/rides/${ride_id}` as const,
      details: wayOf(seat),
    })),
  );
}

/** Tells somebody that they are suspended no longer, and why where somebody said so. */
export const tellReinstated = (ctx: InTransaction, to: string, reason: string | null) =>
  notify(ctx, {
    to,
    kind: "person.reinstated",
    cause: crypto.randomUUID(),
    path: "/notices",
    details: { reason },
  });

const pathOf = ({ kind, about_id }: HidingRow): `/${string}` => {
  if (kind === "ride") return `/rides/${about_id}`;
  return kind === "ride-request" ? `/requests/${about_id}` : "/profile";
};

const wayOf = ({ from_label, to_label, at, time_zone }: Omit<Owned, "owner_uid">) => ({
  ...(from_label !== null && to_label !== null && { from: from_label, to: to_label }),
  ...(at && { at: at.toISOString() }),
  ...(time_zone !== null && { timeZone: time_zone }),
});
