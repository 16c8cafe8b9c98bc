import type { Db } from "../db/database.ts";

/** Who can come in at present. */
export interface CommunityAccess {
  /** New members need an invite code. */
  readonly inviteOnly: boolean;
  /** Why the service is closed for maintenance; null if it is open. */
  readonly maintenance: string | null;
}

export const OPEN_TO_ALL: CommunityAccess = { inviteOnly: false, maintenance: null };

export async function findAccess(db: Db): Promise<CommunityAccess> {
  const access = await db
    .selectFrom("community")
    .select(["invite_only as inviteOnly", "maintenance"])
    .executeTakeFirst();
  return access ?? OPEN_TO_ALL;
}
