import { contentRemovals } from "@commonlane/contract/content-removals";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/api-client.ts";

/** Removals of the user's content and of rides the user is on; a notification announces changes. */
export const ownContentRemovals = queryOptions({
  queryKey: ["content-removals"],
  queryFn: async ({ signal }) => (await call(contentRemovals.listOwn, {}, { signal })).items,
  staleTime: 300_000,
});

export function useAppeal(removalId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => call(contentRemovals.appeal, { params: { removalId }, body: { reason } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["content-removals"] }),
  });
}
