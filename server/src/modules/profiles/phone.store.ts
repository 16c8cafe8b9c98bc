import { PHONE_MIN_LENGTH } from "@commonlane/contract/limits";
import { codesWithoutZero } from "@commonlane/contract/phone";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";

/** The number in a profile, and whether it and the address of the account are verified. */
export function findOwnPhone({ db }: Context, uid: string) {
  return db
    .selectFrom("profile")
    .innerJoin("account", "account.uid", "profile.uid")
    .select([
      "profile.phone",
      "profile.phone_verified",
      "profile.phone_changed_at",
      "account.email_verified",
    ])
    .where("profile.uid", "=", uid)
    .executeTakeFirst();
}

/** The number in a profile, which stays as it is until the transaction ends; null without one. */
export async function lockPhone({ db }: InTransaction, uid: string): Promise<string | null> {
  const row = await db
    .selectFrom("profile")
    .select("phone")
    .where("uid", "=", uid)
    .forUpdate()
    .executeTakeFirst();
  return row?.phone ?? null;
}

/** Removes a number that was set after an instant: the one before is not known any more. */
export async function clearPhoneChangedAfter(
  { db, now }: InTransaction,
  uid: string,
  changedAfter: Date,
): Promise<void> {
  await db
    .updateTable("profile")
    .set({
      phone: null,
      phone_verified: false,
      phone_changed_at: now(),
    })
    .where("uid", "=", uid)
    .where("phone_changed_at", ">", changedAfter)
    .execute();
}

/** Returns false if the profile has another number. A change of the number takes the verification away. */
export async function setPhoneVerified(
  { db }: InTransaction,
  uid: string,
  phone: string,
): Promise<boolean> {
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
