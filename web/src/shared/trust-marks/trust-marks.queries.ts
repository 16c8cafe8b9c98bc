import { trustMarks } from "@commonlane/contract/trust-marks";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** All trust marks of the community, by name. */
export const trustMarkList = queryOptions({
  queryKey: ["trust-marks", "list"],
  queryFn: async ({ signal }) => (await call(trustMarks.list, {}, { signal })).items,
});

/** The user's own trust marks, including hidden and expired ones. */
export const ownTrustMarks = queryOptions({
  queryKey: ["trust-marks", "own"],
  queryFn: ({ signal }) => call(trustMarks.own, {}, { signal }),
});
