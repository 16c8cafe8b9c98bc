import type { Context, InTransaction } from "#platform/context.ts";

/** The number in a profile, and whether it and the address of the account are verified. */
export function findOwnPhone({ db }: Context, uid: string) {
  return db
    .selectFrom("profile")
    .innerJoin("account", "account.uid", "profile.uid")
    .select(["profile.phone", "profile.phone_verified", "account.email_verified"])
    .where("profile.uid", "=", uid)
    .executeTakeFirst();
}

/** Returns false if the profile has another number. A change of the number takes the verification away. */
export async function setPhoneVerified({ db }: InTransaction, uid: string, phone: string): Promise<boolean> {
  const updated = await db
    .updateTable("profile")
    .set({ phone_verified: true })
    .where("uid", "=", uid)
    .where("phone", "=", phone)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
