import { VEHICLES_MAX } from "@commonlane/contract/limits";
import type { ImportedData, ImportedSeries } from "@commonlane/contract/member-imports";
import type { Profile, ProfileChange } from "@commonlane/contract/profiles";
import { getOwnProfile, updateProfile } from "#modules/profiles/index.ts";
import { hostSeries } from "#modules/ride-series/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { ImportedContent } from "#platform/db/schema/ride-columns.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { hashRemovalToken } from "./invitations.ts";
import { closeByLink, findWaiting, lockWaiting, saveRest } from "./member-imports.store.ts";

/** What waits for the verified address of an account. */
export async function getImportedData(
  ctx: Context,
  uid: string,
): Promise<{ data: ImportedData | null }> {
  const waiting = await findWaiting(ctx, uid);
  if (!waiting) return { data: null };

  const { platform, expires_at, content } = waiting;
  const { profile, vehicles, series } = content;
  return {
    data: {
      platform,
      expiresAt: expires_at.toISOString(),
      profile: {
        ...profile,
        bio: profile.bio ?? undefined,
      },
      vehicles,
      series: series.map(viewSeries),
    },
  };
}

const viewSeries = ({
  id,
  ride,
  time,
  weekdays,
  firstDay,
  lastDay,
  returnWay,
}: ImportedContent["series"][number]): ImportedSeries => ({
  id,
  from: ride.origin.label,
  to: ride.destination.label,
  time,
  weekdays,
  firstDay: firstDay ?? null,
  lastDay,
  returnTime: returnWay?.time ?? null,
  seatsTotal: ride.seatsTotal,
  contribution: ride.contribution,
});

/** Adds the vehicles, and fills what the profile does not have. @throws Problem not_found, or as `updateProfile` */
export function takeOverProfile(ctx: Context, uid: string): Promise<Profile> {
  return transaction(ctx, async (ctx) => {
    const { email_hash, content } = await lockData(ctx, uid);
    const profile = await getOwnProfile(ctx, uid);
    const updated = await updateProfile(ctx, uid, missingIn(profile, content));
    await saveWhatIsLeft(ctx, email_hash, {
      profile: {},
      vehicles: [],
      series: content.series,
    });
    return updated;
  });
}

function missingIn(profile: Profile, content: ImportedContent): ProfileChange {
  const imported = content.profile;
  const plates = new Set(profile.vehicles.map(({ plate }) => plate));
  const added = content.vehicles.filter(({ plate }) => !plates.has(plate));
  const change: ProfileChange = {
    vehicles: [...profile.vehicles, ...added].slice(0, VEHICLES_MAX),
  };
  if (profile.firstName === null) change.firstName = imported.firstName;
  if (profile.lastName === null) change.lastName = imported.lastName;
  if (profile.bio === null) change.bio = imported.bio;
  if (profile.languages.length === 0) change.languages = imported.languages;
  return change;
}

/** Publishes a series as if its host had typed it here. @throws Problem not_found, or as `hostSeries` */
export function publishImportedSeries(
  ctx: Context,
  caller: Caller,
  seriesId: string,
): Promise<{ seriesId: string }> {
  return transaction(ctx, async (ctx) => {
    const { email_hash, content } = await lockData(ctx, caller.uid);
    const series = content.series.find(({ id }) => id === seriesId);
    if (!series) throw new Problem("not_found");

    const { id } = await hostSeries(ctx, caller, series);
    const others = content.series.filter((other) => other !== series);
    await saveWhatIsLeft(ctx, email_hash, {
      ...content,
      series: others,
    });
    return { seriesId: id };
  });
}

export async function removeImportedData(ctx: Context, uid: string): Promise<{ success: boolean }> {
  await transaction(ctx, async (ctx) => {
    const waiting = await lockWaiting(ctx, uid);
    if (waiting) await saveRest(ctx, waiting.email_hash, undefined);
  });
  return { success: true };
}

/** With the link of the invitation, without an account. @throws Problem link_over */
export async function removeByLink(ctx: Context, token: string): Promise<{ success: boolean }> {
  if (!(await closeByLink(ctx, hashRemovalToken(token)))) throw new Problem("link_over");
  return { success: true };
}

async function lockData(ctx: InTransaction, uid: string) {
  const waiting = await lockWaiting(ctx, uid);
  if (!waiting) throw new Problem("not_found");
  return waiting;
}

function saveWhatIsLeft(
  ctx: InTransaction,
  emailHash: string,
  rest: ImportedContent,
): Promise<void> {
  const isEmpty =
    Object.keys(rest.profile).length === 0 &&
    rest.vehicles.length === 0 &&
    rest.series.length === 0;
  return saveRest(ctx, emailHash, isEmpty ? undefined : rest);
}
