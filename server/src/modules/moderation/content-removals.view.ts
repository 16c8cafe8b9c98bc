import type { OwnContentRemoval } from "@commonlane/contract/content-removals";
import type { ContentRemoval } from "@commonlane/contract/moderation-shapes";
import type { Context } from "#platform/context.ts";
import { viewAppeal } from "./appeals.ts";
import type { ContentRemovalRow } from "./content-removals.store.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";

/** As the owner and passengers see it. */
export const viewOwnRemoval = (row: ContentRemovalRow, uid: string): OwnContentRemoval => {
  const own = row.owner_uid === uid;
  const appeal = own
    ? {
        appealedAt: row.appealed_at?.toISOString() ?? null,
        note: row.note,
      }
    : NO_APPEAL;
  const { id, kind, subject_id, reason } = row;
  return {
    id,
    about: { kind, id: subject_id },
    reason,
    ...viewTerm(row),
    own,
    ...appeal,
  };
};
const NO_APPEAL = { appealedAt: null, note: null };

/** As moderators see it. */
export async function viewRemoval(ctx: Context, row: ContentRemovalRow): Promise<ContentRemoval> {
  const [removal] = await viewRemovals(ctx, [row]);
  if (!removal) throw new Error("The removed content has no owner.");
  return removal;
}

export async function viewRemovals(
  ctx: Context,
  rows: readonly ContentRemovalRow[],
): Promise<ContentRemoval[]> {
  const people = await findModeratedPeople(
    ctx,
    rows.map(({ owner_uid }) => owner_uid),
  );
  return rows.flatMap((row) => {
    const owner = people.get(row.owner_uid);
    if (!owner) return [];
    const { id, kind, subject_id, reason } = row;
    return {
      id,
      about: { kind, id: subject_id },
      owner,
      reason,
      text: kind === "bio" ? row.original : null,
      photo: kind === "photo" && row.original !== null ? `/api/photos/${row.original}/large` : null,
      ...viewTerm(row),
      endedAt: row.ended_at?.toISOString() ?? null,
      appeal: viewAppeal(row),
    };
  });
}

/** Start and end of a removal. */
const viewTerm = ({ hidden_at, hidden_until }: ContentRemovalRow) => ({
  removedAt: hidden_at.toISOString(),
  removedUntil: hidden_until?.toISOString() ?? null,
});
