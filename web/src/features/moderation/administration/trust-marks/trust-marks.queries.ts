import { markAdministration, markModeration } from "@commonlane/contract/mark-administration";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

export const markDefinitions = queryOptions({
  queryKey: ["moderation", "trust-marks"],
  queryFn: async ({ signal }) => (await call(markAdministration.list, {}, { signal })).items,
});

/** Marks of a member, and those that moderators may grant. */
export const marksOfPerson = (uid: string) =>
  queryOptions({
    queryKey: ["moderation", "trust-marks", uid],
    queryFn: ({ signal }) => call(markModeration.ofPerson, { params: { uid } }, { signal }),
  });
