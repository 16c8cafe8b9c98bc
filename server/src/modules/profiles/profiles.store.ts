import type { Preferences, ProfileChange, Vehicle } from "@commonlane/contract/profiles";
import type { Reliability } from "@commonlane/contract/reliability";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { haveSharedBooking, canInteractWithColumn } from "#modules/privacy/index.ts";
import { type ShownMarks, shownMarks } from "#modules/trust-marks/index.ts";
import { createDataLoader } from "#platform/dataloader.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Db } from "#platform/db/database.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

/** Profile row joined with fields of its account. */
export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

export function findProfile({ db, now }: Context, uid: string) {
  return db
    .selectFrom("profile")
    .innerJoin("account", "account.uid", "profile.uid")
    .selectAll("profile")
    .select(["account.email", "account.email_verified", "account.created_at"])
    .select(
      sql<boolean>`account.email_verified and exists (
        select from imported_member
        where imported_member.email = account.email and expires_at > ${now()})`.as(
        "has_imported_data",
      ),
    )
    .where("profile.uid", "=", uid)
    .executeTakeFirst();
}

/** Only columns from which the public profile is made. */
export interface PublicPersonRow {
  readonly uid: string;
  readonly display_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly photo_id: string | null;
  /** From published ratings. */
  readonly rating_count: number;
  readonly rating_sum: number;
  /** From completed, cancelled and missed trips, as others see it. */
  readonly reliability: Reliability | null;
  /** Trust marks that the user holds now and shows. */
  readonly marks: ShownMarks;
}

export const publicPersonColumns = (at: Date | RawBuilder<unknown>) => sql`
  profile.uid, display_name, first_name, last_name, photo_id, rating_count, rating_sum, shown_reliability as reliability, ${shownMarks(sql`profile.uid`, at)} as marks`;

/** Public rows of these users in one statement. */
export async function findPublicPersonRows(
  db: Db,
  uids: readonly string[],
  at: Date,
): Promise<PublicPersonRow[]> {
  const { rows } = await sql<PublicPersonRow>`${PREPARED}
    select ${publicPersonColumns(at)} from profile where uid = any(${uids}::uuid[])`.execute(db);
  return rows;
}

export const findPublicPersonRow = createDataLoader(
  async (
    db,
    requested: readonly { uid: string; at: Date }[],
  ): Promise<(PublicPersonRow | undefined)[]> => {
    const uids = requested.map(({ uid }) => uid);
    const at = new Date(Math.max(...requested.map(({ at }) => at.getTime())));
    const byUid = new Map((await findPublicPersonRows(db, uids, at)).map((row) => [row.uid, row]));
    return uids.map((uid) => byUid.get(uid));
  },
);

type CompletenessRow = Pick<
  Selectable<Schema["profile"]>,
  "uid" | "gender" | "birth_date" | "adult_declared" | "first_name" | "last_name" | "phone"
>;

export const findCompletenessRow = createDataLoader(async (db, uids: readonly string[]) => {
  const { rows } = await sql<CompletenessRow>`${PREPARED}
    select uid, gender, birth_date, adult_declared, first_name, last_name, phone from profile
    where uid = any(${uids}::uuid[])`.execute(db);
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  return uids.map((uid) => byUid.get(uid));
});

export interface RegistrationProfile {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly gender: "male" | "female";
}

/**
 * Fills in registered values where the profile has none; existing values are only changed by `updateProfile`. Who
 * registers declares to be 18 or older; a birth date still decides. Does nothing if there is no such account.
 */
export async function fillProfileAtRegistration(
  { db, now }: Context,
  uid: string,
  { firstName, lastName, phone, gender }: RegistrationProfile,
): Promise<void> {
  await sql`
    update profile set first_name = coalesce(first_name, ${firstName}), last_name = coalesce(last_name, ${lastName}),
      display_name = concat_ws(' ', coalesce(first_name, ${firstName}), nullif(coalesce(last_name, ${lastName}), '')),
      phone_changed_at = case when phone is null then ${now()}::timestamptz else phone_changed_at end,
      phone = coalesce(phone, ${phone}), gender = coalesce(gender, ${gender}), adult_declared = true
    where uid = ${uid}`.execute(db);
}

/** Creates the profile of a new account, or clears the one of an unverified account with the same address. */
export async function createProfile(
  { db }: InTransaction,
  uid: string,
  displayName: string | null,
): Promise<void> {
  const empty = {
    display_name: displayName,
    first_name: null,
    last_name: null,
    phone: null,
    phone_verified: false,
    phone_shared: false,
    gender: null,
    adult_declared: false,
    photo_id: null,
    needs: [],
  };
  await db
    .insertInto("profile")
    .values({ uid, ...empty })
    .onConflict((conflict) => conflict.column("uid").doUpdateSet(empty))
    .execute();
}

/** Changes the given fields and keeps the others; the row stays locked until the transaction ends. */
export async function updateProfileRow(
  { db, now }: InTransaction,
  uid: string,
  change: ProfileChange,
): Promise<void> {
  const {
    firstName,
    lastName,
    phone,
    birthDate,
    adultDeclared,
    timeZone,
    preferences,
    homePlace,
    workPlace,
  } = change;
  const hasNameChange = firstName !== undefined || lastName !== undefined;
  await db
    .updateTable("profile")
    .set({
      // No effective change: locks the row even if only vehicles are given.
      uid,
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      ...(hasNameChange && { display_name: fullName(firstName, lastName) }),
      ...(phone !== undefined && {
        phone,
        phone_verified: sql<boolean>`phone_verified and phone is not distinct from ${phone}`,
        phone_changed_at: sql<Date>`case when phone is distinct from ${phone} then ${now()}::timestamptz else phone_changed_at end`,
      }),
      ...(change.phoneShared !== undefined && { phone_shared: change.phoneShared }),
      ...(change.gender !== undefined && { gender: change.gender }),
      ...(birthDate !== undefined && { birth_date: birthDate }),
      ...(adultDeclared !== undefined && { adult_declared: adultDeclared }),
      ...(change.bio !== undefined && { bio: change.bio }),
      ...(change.languages !== undefined && { languages: change.languages }),
      ...(preferences !== undefined && {
        preferences: JSON.stringify(preferences satisfies Preferences),
      }),
      ...(change.needs !== undefined && { needs: change.needs }),
      ...(homePlace !== undefined && { home_place: homePlace && JSON.stringify(homePlace) }),
      ...(workPlace !== undefined && { work_place: workPlace && JSON.stringify(workPlace) }),
      ...(change.welcomed && { welcomed_at: sql<Date>`coalesce(welcomed_at, ${now()})` }),
      ...(change.locale !== undefined && { locale: change.locale }),
      ...(timeZone !== undefined && { time_zone: timeZone }),
    })
    .where("uid", "=", uid)
    .execute();
}

/** Full name from the given names, or the stored name for each missing one. */
const fullName = (firstName: string | undefined, lastName: string | undefined) => sql<
  string | null
>`
  nullif(concat_ws(' ', coalesce(${firstName ?? null}::text, first_name), nullif(coalesce(${lastName ?? null}::text, last_name), '')), '')`;

export function findVehicles({ db }: Context, uid: string): Promise<Vehicle[]> {
  return db
    .selectFrom("vehicle")
    .select(["id", "make", "model", "colour", "plate", "seats", "comfort"])
    .where("uid", "=", uid)
    .orderBy("id")
    .execute();
}

export function findVehicle({ db }: Context, uid: string, vehicleId: string) {
  return db
    .selectFrom("vehicle")
    .select(["make", "model", "colour", "plate", "seats", "comfort"])
    .where("id", "=", vehicleId)
    .where("uid", "=", uid)
    .executeTakeFirst();
}

export async function deleteOtherVehicles(
  { db }: InTransaction,
  uid: string,
  keepIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("vehicle")
    .where("uid", "=", uid)
    .where(sql<boolean>`id <> all(${keepIds}::uuid[])`)
    .execute();
}

/** Updates one of the user's vehicles; returns false if they have none with this id. */
export async function updateVehicle(
  { db }: InTransaction,
  uid: string,
  { id, ...details }: Vehicle,
): Promise<boolean> {
  const changed = await db
    .updateTable("vehicle")
    .set(details)
    .where("id", "=", id)
    .where("uid", "=", uid)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

export async function insertVehicle(
  { db }: InTransaction,
  uid: string,
  details: Omit<Vehicle, "id">,
): Promise<void> {
  await db
    .insertInto("vehicle")
    .values({ uid, ...details })
    .execute();
}

export type PublicProfileRow = NonNullable<Awaited<ReturnType<typeof findPublicProfile>>>;

/**
 * Row from which the public profile is made; undefined if the account is suspended or unverified, or the viewer may
 * not see this user.
 */
export function findPublicProfile({ db, now }: Context, viewerUid: string, uid: string) {
  return db
    .selectFrom("profile")
    .innerJoin("account", "account.uid", "profile.uid")
    .select([
      "profile.uid",
      "display_name",
      "first_name",
      "last_name",
      "photo_id",
      "bio",
      "languages",
      "preferences",
    ])
    .select([
      "phone_verified",
      "email_verified",
      "account.created_at",
      "rating_count",
      "rating_sum",
    ])
    .select("shown_reliability as reliability")
    .select(shownMarks(sql`profile.uid`, now()).as("marks"))
    .select(haveSharedBooking(sql`${viewerUid}::uuid`, sql`profile.uid`).as("acquainted"))
    .where("profile.uid", "=", uid)
    .where("email_verified", "=", true)
    .where("suspended_at", "is", null)
    .where("deletion_requested_at", "is", null)
    .where(canInteractWithColumn(viewerUid, "profile.uid"))
    .executeTakeFirst();
}

/** What is known about these members. Without any, no statement is sent. */
export async function findMembershipRows({ db }: Context, uids: readonly string[]) {
  if (uids.length === 0) return [];
  return db
    .selectFrom("profile")
    .innerJoin("account", "account.uid", "profile.uid")
    .select(["profile.uid", "phone_verified", "email_verified", "account.created_at"])
    .where("profile.uid", "=", sql<string>`any(${uids}::uuid[])`)
    .execute();
}
