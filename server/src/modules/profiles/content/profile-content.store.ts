import { type RawBuilder, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { PhotoSizes } from "./image-processing.ts";

/** Clears a profile's bio and returns it; undefined if there was none. */
export async function removeBio({ db }: InTransaction, uid: string): Promise<string | undefined> {
  const { rows } = await sql<{ bio: string }>`
    update profile
    set bio = null
    from (select uid, bio from profile where uid = ${uid} for update) as before
    where profile.uid = before.uid and before.bio is not null
    returning before.bio`.execute(db);
  return rows[0]?.bio;
}

/** Restores a bio unless there is a new one; returns whether it did. */
export async function restoreBio(
  { db }: InTransaction,
  uid: string,
  bio: string,
): Promise<boolean> {
  const restored = await db
    .updateTable("profile")
    .set({ bio })
    .where("uid", "=", uid)
    .where("bio", "is", null)
    .executeTakeFirst();
  return restored.numUpdatedRows === 1n;
}

/**
 * Takes the photo off a profile and gives it a new id, so that the old URL no longer works. Returns false if there
 * was none.
 */
export async function removeProfilePhoto(
  { db }: InTransaction,
  uid: string,
  name: string,
): Promise<boolean> {
  const { rows } = await sql<{ photo_id: string }>`
    update profile
    set photo_id = null
    from (
      select uid, photo_id from profile where uid = ${uid} for update) as before
    where profile.uid = before.uid and before.photo_id is not null
    returning before.photo_id`.execute(db);
  const [removed] = rows;
  if (removed)
    await db.updateTable("photo").set({ id: name }).where("id", "=", removed.photo_id).execute();
  return removed !== undefined;
}

/** Restores a photo unless there is a new one; returns whether it did. */
export async function restoreProfilePhoto(
  { db }: InTransaction,
  uid: string,
  name: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update profile set photo_id = photo.id from photo
    where profile.uid = ${uid}
      and photo.uid = profile.uid
      and photo.id = ${name}
      and photo_id is null`.execute(db);
  return numAffectedRows === 1n;
}

/** Locks profiles in order of uid, which avoids deadlocks between transactions that update several. */
export async function lockProfiles({ db }: InTransaction, uids: readonly string[]): Promise<void> {
  await sql`
    select
    from profile
    where uid = any(${uids}::uuid[])
    order by uid
    for no key update`.execute(db);
}

/** Statement that stores changed reliabilities from a relation of (uid, reliability). */
export const setReliability = (source: RawBuilder<unknown>) => sql`
  update profile set reliability = source.reliability from ${source} as source
  where profile.uid = source.uid
    and profile.reliability is distinct from source.reliability`;

/**
 * Shows others the reliability of at most `limit` users as it is now; returns how many had changed. Locks profiles in
 * order of uid, like `lockProfiles`.
 */
export async function showReliability({ db }: InTransaction, limit: number): Promise<number> {
  const { rows } = await sql`
    with due as (
      select uid
      from profile
      where shown_reliability is distinct from reliability
      order by uid
      limit ${limit}
      for no key update)
    update profile
    set shown_reliability = reliability
    from due
    where profile.uid = due.uid
    returning profile.uid`.execute(db);
  return rows.length;
}

/** Recomputes the stored rating count and sum of these users. */
export async function recountRatings(ctx: InTransaction, uids: readonly string[]): Promise<void> {
  await lockProfiles(ctx, uids);
  await sql`
    update profile
    set rating_count = (select count(*) from counted_stars(profile.uid)),
      rating_sum = (
        select coalesce(sum(stars), 0)
        from counted_stars(profile.uid) as stars)
    where uid = any(${uids}::uuid[])`.execute(ctx.db);
}

/** Sets a user's photo, or none. The row stays locked until the transaction ends. */
export async function setPhotoId(
  { db }: InTransaction,
  uid: string,
  photoId: string | null,
): Promise<void> {
  await db.updateTable("profile").set({ photo_id: photoId }).where("uid", "=", uid).execute();
}

/** Stores a photo and replaces the previous one. */
export async function savePhoto(
  { db, now }: InTransaction,
  uid: string,
  id: string,
  sizes: PhotoSizes,
): Promise<void> {
  const photo = {
    id,
    ...sizes,
    created_at: now(),
  };
  await db
    .insertInto("photo")
    .values({ uid, ...photo })
    .onConflict((conflict) => conflict.column("uid").doUpdateSet(photo))
    .execute();
}

export async function deletePhoto({ db }: InTransaction, uid: string): Promise<void> {
  await db.deleteFrom("photo").where("uid", "=", uid).execute();
}

export async function findPhoto(
  { db }: Context,
  id: string,
  size: keyof PhotoSizes,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("photo")
    .select(`${size} as bytes`)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.bytes;
}
