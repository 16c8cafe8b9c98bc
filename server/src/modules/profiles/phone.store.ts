import { PHONE_MIN_LENGTH } from "@commonlane/contract/limits";
import { codesWithoutZero } from "@commonlane/contract/phone";
import { sql } from "kysely";
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

const BATCH = 500;
/** The same as in the index of migration 0057. */
const HOME_ZERO = String.raw`^\+(${[...codesWithoutZero].join("|")})0([1-9])`;

/**
 * Leaves the 0 that is dialled at home only out of numbers that older releases stored with it, where the number stays
 * long enough. It is the same number, so its verification stays. Returns true if there may be more.
 */
export async function sweepPhonesWithHomeZero({ db }: InTransaction): Promise<boolean> {
  const pattern = sql.lit(HOME_ZERO);
  const updated = await sql`
    update profile set phone = regexp_replace(phone, ${pattern}, '+\\1\\2')
    where uid in (
      select uid from profile where phone ~ ${pattern} and length(phone) > ${sql.lit(PHONE_MIN_LENGTH)}
      limit ${BATCH} for update skip locked)`.execute(db);
  return updated.numAffectedRows === BigInt(BATCH);
}
