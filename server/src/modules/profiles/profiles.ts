import { message, translatable } from "@commonlane/contract/message";
import type { Profile, ProfileChange, PublicProfile } from "@commonlane/contract/profiles";
import { emailOwner, NOT_YOU } from "#platform/account-access/owner-emails.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { composeEmail } from "#platform/mail/compose-email.ts";
import { Problem } from "#platform/http/problem.ts";
import { assertNotCommunityName } from "./name-rules.ts";
import { hasOpenSameGenderItems, lockGender } from "./same-gender-items.store.ts";
import { lockPhone } from "./phone.store.ts";
import { dateYearsBefore, findGender } from "./public-people.ts";
import {
  insertVehicle,
  updateProfileRow,
  updateVehicle,
  deleteOtherVehicles,
  findProfile,
  findPublicProfile,
  findVehicles,
} from "./profiles.store.ts";
import { viewOwnProfile, viewPublicProfile } from "./profiles.view.ts";

const MAX_AGE_YEARS = 120;

/** The user's own profile. Throws signed_out if the account is gone. */
export async function getOwnProfile(ctx: Context, uid: string): Promise<Profile> {
  const row = await findProfile(ctx, uid);
  if (!row) throw new Problem("signed_out");
  return viewOwnProfile(row, await findVehicles(ctx, uid), ctx.community);
}

/** A user's public profile. Throws not_found if they do not exist, have left, or may not be seen by the viewer. */
export async function getPublicProfile(
  ctx: Context,
  viewerUid: string,
  uid: string,
): Promise<PublicProfile> {
  const row = await findPublicProfile(ctx, viewerUid, uid);
  if (!row) throw new Problem("not_found");
  return viewPublicProfile(row, await findVehicles(ctx, uid));
}

/** Changes the given fields. A list of vehicles replaces the previous one; vehicles with an id keep it. */
export function updateProfile(ctx: Context, uid: string, change: ProfileChange): Promise<Profile> {
  if (change.birthDate) assertPlausibleBirthDate(change.birthDate, ctx.now());
  return transaction(ctx, async (ctx) => {
    if (change.gender !== undefined) await assertGenderChangeAllowed(ctx, uid, change.gender);
    const phoneBefore = change.phone === undefined ? null : await lockPhone(ctx, uid);
    await updateProfileRow(ctx, uid, change);
    if (phoneBefore !== null && phoneBefore !== change.phone) await emailPhoneChanged(ctx, uid);
    if (change.firstName !== undefined || change.lastName !== undefined) {
      const row = await findProfile(ctx, uid);
      assertNotCommunityName(ctx.community, [row?.first_name, row?.last_name], "firstName");
    }
    if (change.vehicles) await replaceVehicles(ctx, uid, change.vehicles);
    return getOwnProfile(ctx, uid);
  });
}

/** To the owner, in case someone else now gets the calls of the people they ride with. */
const emailPhoneChanged = (ctx: InTransaction, uid: string): Promise<void> =>
  emailOwner(ctx, uid, (recipient) =>
    composeEmail(recipient, {
      subject: message("The phone number of your {community} account was changed"),
      paragraphs: [
        message("People you ride with see the new number instead, if you share it."),
        NOT_YOU,
      ],
      values: { community: ctx.community.name },
    }),
  );

/** A user with open same-gender items has declared their gender to others on them, so it cannot change now. */
async function assertGenderChangeAllowed(
  ctx: InTransaction,
  uid: string,
  gender: ProfileChange["gender"],
): Promise<void> {
  await lockGender(ctx, uid, "alone");
  const current = await findGender(ctx, uid);
  if (current === null || current === gender || !(await hasOpenSameGenderItems(ctx, uid))) return;
  throw new Problem("invalid_input", { fields: { gender: GENDER_LOCKED } });
}
const GENDER_LOCKED = translatable("You have same-gender rides or requests open. End them first.");

function assertPlausibleBirthDate(birthDate: string, now: Date): void {
  const plausible =
    birthDate < dateYearsBefore(now, 0) && birthDate > dateYearsBefore(now, MAX_AGE_YEARS);
  if (!plausible)
    throw new Problem("invalid_input", {
      fields: { birthDate: translatable("Enter a valid birth date.") },
    });
}

async function replaceVehicles(
  ctx: InTransaction,
  uid: string,
  vehicles: NonNullable<ProfileChange["vehicles"]>,
): Promise<void> {
  const keptIds = vehicles.flatMap(({ id }) => id ?? []);
  await deleteOtherVehicles(ctx, uid, keptIds);
  for (const [n, { id, ...details }] of vehicles.entries()) {
    if (id === undefined) await insertVehicle(ctx, uid, details);
    else if (
      !(await updateVehicle(ctx, uid, {
        id,
        ...details,
      }))
    ) {
      throw new Problem("invalid_input", {
        fields: { [`vehicles.${n}.id`]: translatable("You don't have this vehicle.") },
      });
    }
  }
}
