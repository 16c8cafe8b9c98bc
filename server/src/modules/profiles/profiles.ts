import type { Profile, ProfileChange, PublicProfile } from "@commonlane/contract/profiles";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { assertNotCommunityName } from "./names.ts";
import { sharesOwnGender } from "./own-gender.store.ts";
import { genderOf, yearsBefore } from "./people.ts";
import {
  addVehicle,
  changeProfile,
  changeVehicle,
  deleteVehiclesBut,
  findProfile,
  findPublicProfile,
  vehiclesOf,
} from "./profiles.store.ts";
import { ownProfile, publicProfile } from "./profiles.view.ts";

const OLDEST_YEARS = 120;

/** A person's own profile. Throws Problem signed_out when the account is gone. */
export async function profileOf(ctx: Context, uid: string): Promise<Profile> {
  const row = await findProfile(ctx, uid);
  if (!row) throw new Problem("signed_out");
  return ownProfile(row, await vehiclesOf(ctx, uid), ctx.settings);
}

/** A person's profile as others see it. Throws not_found where there is nobody, nobody any more, or nobody whom the viewer may meet. */
export async function publicProfileOf(ctx: Context, viewerUid: string, uid: string): Promise<PublicProfile> {
  const row = await findPublicProfile(ctx, viewerUid, uid);
  if (!row) throw new Problem("not_found");
  return publicProfile(row, await vehiclesOf(ctx, uid));
}

/** Changes the parts that are given. A list of vehicles replaces the one before; those that carry an id keep it. */
export function updateProfile(ctx: Context, uid: string, change: ProfileChange): Promise<Profile> {
  if (change.birthDate) mustBePlausible(change.birthDate, ctx.now());
  return transaction(ctx, async (ctx) => {
    if (change.gender !== undefined) await mustKeepWord(ctx, uid, change.gender);
    await changeProfile(ctx, uid, change);
    if (change.firstName !== undefined || change.lastName !== undefined) {
      const row = await findProfile(ctx, uid);
      assertNotCommunityName(ctx.settings, [row?.first_name, row?.last_name], "firstName");
    }
    if (change.vehicles) await replaceVehicles(ctx, uid, change.vehicles);
    return profileOf(ctx, uid);
  });
}

/** Who shares rides with their own gender has said which it is to those who share them. */
async function mustKeepWord(ctx: InTransaction, uid: string, gender: ProfileChange["gender"]): Promise<void> {
  const said = await genderOf(ctx, uid);
  if (said === null || said === gender || !(await sharesOwnGender(ctx, uid))) return;
  throw new Problem("invalid_input", { fields: { gender: HELD } });
}
const HELD = "You share rides that are for your own gender. End them first.";

function mustBePlausible(birthDate: string, now: Date): void {
  const plausible = birthDate < yearsBefore(now, 0) && birthDate > yearsBefore(now, OLDEST_YEARS);
  if (!plausible) throw new Problem("invalid_input", { fields: { birthDate: "This cannot be a birth date." } });
}

async function replaceVehicles(
  ctx: InTransaction,
  uid: string,
  vehicles: NonNullable<ProfileChange["vehicles"]>,
): Promise<void> {
  const kept = vehicles.flatMap(({ id }) => id ?? []);
  await deleteVehiclesBut(ctx, uid, kept);
  for (const [n, { id, ...look }] of vehicles.entries()) {
    if (id === undefined) await addVehicle(ctx, uid, look);
    else if (!(await changeVehicle(ctx, uid, { id, ...look }))) {
      throw new Problem("invalid_input", { fields: { [`vehicles.${n}.id`]: "You have no such vehicle." } });
    }
  }
}
