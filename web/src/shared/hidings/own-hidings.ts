import { hidings } from "@commonlane/contract/hidings";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api.ts";

/** What moderators hid of mine, or of the rides that I am aboard; a notice tells when that changes. */
export const ownHidings = queryOptions({
  queryKey: ["hidings"],
  queryFn: async ({ signal }) => (await call(hidings.mine, {}, { signal })).items,
  staleTime: 300_000,
});

export function useAppeal(hidingId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => call(hidings.appeal, { params: { hidingId }, body: { reason } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["hidings"] }),
  });
}
