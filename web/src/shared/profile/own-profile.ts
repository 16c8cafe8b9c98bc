import { profiles, type Profile, type ProfileChange } from "@commonlane/contract/profiles";
import { MINIMUM_AGE_YEARS } from "@commonlane/contract/limits";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/api-client.ts";
import { useSession } from "../session/SessionProvider.tsx";
import { setUserTimeZone } from "../formatting/user-time-zone.ts";

/** The record of the person who is signed in. */
export const ownProfile = queryOptions({
  queryKey: ["profiles", "own"],
  queryFn: ({ signal }) => call(profiles.get, {}, { signal }),
});

/** What a call that changed one's own profile answered is taken over everywhere: the account menu follows, and clocks. */
export function useApplyProfile(): (profile: Profile) => void {
  const queries = useQueryClient();
  const { mergeUser } = useSession();
  return (profile) => {
    queries.setQueryData(ownProfile.queryKey, profile);
    void queries.invalidateQueries({ queryKey: ["profiles", "of-person", profile.uid] });
    const { displayName, phone, phoneVerified, firstName, lastName, gender, photo, timeZone } = profile;
    mergeUser({ displayName, phone, phoneVerified, firstName, lastName, gender, photo });
    setUserTimeZone(timeZone);
  };
}

/** Changes any part of one's own profile. */
export function useChangeProfile() {
  const applyProfile = useApplyProfile();
  return useMutation({
    mutationFn: (change: ProfileChange) => call(profiles.update, { body: change }),
    onSuccess: applyProfile,
  });
}

/** Whether the server will take this person for 18: by the birth date, or without one by their word. */
export const isConfirmedAdult = ({ birthDate, adultDeclared }: Profile, now = new Date()): boolean =>
  birthDate === null ? adultDeclared : birthDate <= latestAdultBirthDate(now);

/** The youngest birth date, YYYY-MM-DD in UTC, of somebody who may ride. Days written so are ordered as text. */
export function latestAdultBirthDate(now = new Date()): string {
  const today = now.toISOString().slice(0, 10);
  return `${Number(today.slice(0, 4)) - MINIMUM_AGE_YEARS}${today.slice(4)}`;
}
