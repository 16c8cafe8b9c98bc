import type { Context, InTransaction } from "#platform/context.ts";
import type { Squares } from "./picture.ts";

/** Names the photo of a person, who has at most one; the row stays locked until the transaction ends. */
export async function namePhoto({ db }: InTransaction, uid: string, photoId: string | null): Promise<void> {
  await db.updateTable("profile").set({ photo_id: photoId }).where("uid", "=", uid).execute();
}

/** Keeps a photo in the place of the one before. */
export async function keepPhoto({ db, now }: InTransaction, uid: string, id: string, squares: Squares): Promise<void> {
  const photo = { id, ...squares, created_at: now() };
  await db
    .insertInto("photo")
    .values({ uid, ...photo })
    .onConflict((before) => before.column("uid").doUpdateSet(photo))
    .execute();
}

export async function deletePhoto({ db }: InTransaction, uid: string): Promise<void> {
  await db.deleteFrom("photo").where("uid", "=", uid).execute();
}

export async function readPhoto({ db }: Context, id: string, size: keyof Squares): Promise<Buffer | undefined> {
  const row = await db.selectFrom("photo").select(`${size} as bytes`).where("id", "=", id).executeTakeFirst();
  return row?.bytes;
}
