import { contentRemovals } from "@commonlane/contract/content-removals";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/api-client.ts";

/** What moderators hid of mine, or of the rides that I am aboard; a notice tells when that changes. */
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
