import type { OwnHiding } from "@commonlane/contract/hidings";
import type { Hiding } from "@commonlane/contract/moderated";
import type { Context } from "#platform/context.ts";
import { viewAppeal } from "./appeals.ts";
import type { HidingRow } from "./hidings.store.ts";
import { moderatedPeople } from "./people.store.ts";

/** As its owner is told, and who is aboard. */
export const viewOwn = (row: HidingRow, uid: string): OwnHiding => {
  const own = row.owner_uid === uid;
  const said = own ? { appealedAt: row.appealed_at?.toISOString() ?? null, note: row.note } : NOTHING;
  const { id, kind, about_id, reason } = row;
  return { id, about: { kind, id: about_id }, reason, ...termOf(row), own, ...said };
};
const NOTHING = { appealedAt: null, note: null };

/** As moderators see it. */
export async function viewOne(ctx: Context, row: HidingRow): Promise<Hiding> {
  const [hiding] = await viewHidings(ctx, [row]);
  if (!hiding) throw new Error("Something hidden has lost its owner.");
  return hiding;
}

export async function viewHidings(ctx: Context, rows: readonly HidingRow[]): Promise<Hiding[]> {
  const people = await moderatedPeople(
    ctx,
    rows.map(({ owner_uid }) => owner_uid),
  );
  return rows.flatMap((row) => {
    const owner = people.get(row.owner_uid);
    if (!owner) return [];
    const { id, kind, about_id, reason } = row;
    return {
      id,
      about: { kind, id: about_id },
      owner,
      reason,
      words: kind === "bio" ? row.kept : null,
      photo: kind === "photo" && row.kept !== null ? `/api/photos/${row.kept}/large` : null,
      ...termOf(row),
      endedAt: row.ended_at?.toISOString() ?? null,
      appeal: viewAppeal(row),
    };
  });
}

/** Since when, and until when. */
const termOf = ({ hidden_at, hidden_until }: HidingRow) => ({
  hiddenAt: hidden_at.toISOString(),
  hiddenUntil: hidden_until?.toISOString() ?? null,
});
