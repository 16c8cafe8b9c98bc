import type { Context, InTransaction } from "#platform/context.ts";
import type { PhotoSizes } from "./image-processing.ts";

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
