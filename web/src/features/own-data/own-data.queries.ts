import { type DataExport, ownData } from "@commonlane/contract/own-data";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api.ts";

const LOOK_AGAIN_MS = 2_000;

/** One's exports; looked at again while one is being made. */
export const ownExports = queryOptions({
  queryKey: ["own-data", "exports"],
  queryFn: async ({ signal }) => (await call(ownData.exports, {}, { signal })).items,
  refetchInterval: ({ state }) => (state.data?.some(({ state }) => state === "making") ? LOOK_AGAIN_MS : false),
});

export function useAskForExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(ownData.askForExport, {}),
    onSuccess: (made: DataExport) =>
      queries.setQueryData(ownExports.queryKey, (before = []) => [made, ...before.filter(({ id }) => id !== made.id)]),
  });
}

/** The texts in force, and to which of them one agreed. */
export const ownConsents = queryOptions({
  queryKey: ["own-data", "consents"],
  queryFn: async ({ signal }) => (await call(ownData.consents, {}, { signal })).items,
  staleTime: Infinity,
});

export function useAgree() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (documents: Parameters<typeof call<typeof ownData.agree>>[1]["body"]["documents"]) =>
      call(ownData.agree, { body: { documents } }),
    onSuccess: ({ items }) => queries.setQueryData(ownConsents.queryKey, items),
  });
}
