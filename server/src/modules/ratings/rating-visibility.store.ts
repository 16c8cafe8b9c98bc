import type { InTransaction } from "#platform/context.ts";

/** Returns true if the rating was public and visible. */
export async function markRatingHidden({ db, now }: InTransaction, id: string): Promise<boolean> {
  const hidden = await db
    .updateTable("rating")
    .set({ hidden_at: now() })
    .where("id", "=", id)
    .where("published_at", "is not", null)
    .where("hidden_at", "is", null)
    .executeTakeFirst();
  return hidden.numUpdatedRows === 1n;
}

/** Returns true if the rating was hidden. */
export async function markRatingShown({ db }: InTransaction, id: string): Promise<boolean> {
  const shown = await db
    .updateTable("rating")
    .set({ hidden_at: null })
    .where("id", "=", id)
    .where("hidden_at", "is not", null)
    .executeTakeFirst();
  return shown.numUpdatedRows === 1n;
}

/** Returns true if there was an open appeal. */
export async function markRatingAppealDecided(
  { db, now }: InTransaction,
  id: string,
  note: string,
): Promise<boolean> {
  const decided = await db
    .updateTable("rating_appeal")
    .set({ decided_at: now(), note })
    .where("rating_id", "=", id)
    .where("decided_at", "is", null)
    .executeTakeFirst();
  return decided.numUpdatedRows === 1n;
}

/** Makes a decided appeal pending again. Returns false if it was. */
export async function reopenRatingAppeal({ db }: InTransaction, id: string): Promise<boolean> {
  const reopened = await db
    .updateTable("rating_appeal")
    .set({ decided_at: null, note: null })
    .where("rating_id", "=", id)
    .where("decided_at", "is not", null)
    .executeTakeFirst();
  return reopened.numUpdatedRows === 1n;
}
