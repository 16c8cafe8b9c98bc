import type { Db } from "../db/database.ts";

/** The logo without its picture. */
export interface CommunityLogo {
  /** Changes with the picture. */
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

export async function findLogo(db: Db): Promise<CommunityLogo | null> {
  const row = await db
    .selectFrom("community_logo")
    .select(["hash", "width", "height"])
    .executeTakeFirst();
  return row ?? null;
}

/** The picture, if this logo is still in use. */
export async function findLogoPng(db: Db, hash: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("community_logo")
    .select("png")
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row?.png;
}

export async function saveLogo(
  db: Db,
  logo: CommunityLogo & { readonly png: Buffer },
  at: Date,
): Promise<void> {
  const values = { ...logo, changed_at: at };
  await db
    .insertInto("community_logo")
    .values(values)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

export async function deleteLogo(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("community_logo").executeTakeFirst();
  return numDeletedRows > 0n;
}
