import { profiles, type Profile, type ProfileChange } from "@commonlane/contract/profiles";
import { MINIMUM_AGE_YEARS } from "@commonlane/contract/limits";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api.ts";
import { useSession } from "../session/SessionProvider.tsx";

/** The record of the person who is signed in. */
export const ownProfile = queryOptions({
  queryKey: ["profiles", "own"],
  queryFn: ({ signal }) => call(profiles.own, {}, { signal }),
});

/** Changes any part of one's own profile; the name in the account menu follows. */
export function useChangeProfile() {
  const queries = useQueryClient();
  const { mergeUser } = useSession();
  return useMutation({
    mutationFn: (change: ProfileChange) => call(profiles.update, { body: change }),
    onSuccess: (profile) => {
      queries.setQueryData(ownProfile.queryKey, profile);
      const { displayName, phone, phoneVerified, firstName, lastName, gender } = profile;
      mergeUser({ displayName, phone, phoneVerified, firstName, lastName, gender });
    },
  });
}

/** Whether the server will take this person for 18: by the birth date, or without one by their word. */
export const isKnownAdult = ({ birthDate, adultDeclared }: Profile, now = new Date()): boolean =>
  birthDate === null ? adultDeclared : birthDate <= latestAdultBirthDate(now);

/** The youngest birth date, YYYY-MM-DD in UTC, of somebody who may ride. Days written so are ordered as text. */
export function latestAdultBirthDate(now = new Date()): string {
  const today = now.toISOString().slice(0, 10);
  return `${Number(today.slice(0, 4)) - MINIMUM_AGE_YEARS}${today.slice(4)}`;
}
