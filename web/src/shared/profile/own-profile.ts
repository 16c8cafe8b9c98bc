import { profiles, type Profile, type ProfileChange } from "@commonlane/contract/profiles";
import { MINIMUM_AGE_YEARS } from "@commonlane/contract/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { endpointKey } from "#shared/api/query-keys.ts";
import { call } from "../api/api-client.ts";
import { useSession } from "../session/SessionProvider.tsx";
import { toSessionUser } from "../session/session.ts";

/** Profile of the signed-in user. */
export const ownProfile = endpointQuery(profiles.get, {});

/** Applies a changed profile everywhere, including the account menu and the time zone. */
export function useApplyProfile(): (profile: Profile) => void {
  const queries = useQueryClient();
  const { mergeUser } = useSession();
  return (profile) => {
    queries.setQueryData(ownProfile.queryKey, profile);
    void queries.invalidateQueries({
      queryKey: endpointKey(profiles.byUid, { params: { uid: profile.uid } }),
    });
    mergeUser(toSessionUser(profile));
  };
}

/** Updates the user's profile. */
export function useChangeProfile() {
  const applyProfile = useApplyProfile();
  return useMutation({
    mutationFn: (change: ProfileChange) => call(profiles.update, { body: change }),
    onSuccess: applyProfile,
  });
}

/** True if the server accepts the user as an adult: by birth date, or by declaration without one. */
export const isConfirmedAdult = (
  { birthDate, adultDeclared }: Profile,
  now = new Date(),
): boolean => (birthDate === null ? adultDeclared : birthDate <= latestAdultBirthDate(now));

/** Latest birth date (YYYY-MM-DD in UTC) of an adult. Dates in this format sort as text. */
export function latestAdultBirthDate(now = new Date()): string {
  const today = now.toISOString().slice(0, 10);
  return `${Number(today.slice(0, 4)) - MINIMUM_AGE_YEARS}${today.slice(4)}`;
}
