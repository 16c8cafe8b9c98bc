import { blocks } from "@commonlane/contract/blocks";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { isProblem } from "../api/api-error.ts";
import { call } from "../api/api-client.ts";

/** Whom I blocked; null where I did not block this person. */
export const ownBlockOf = (uid: string) =>
  queryOptions({
    queryKey: ["blocks", "one", uid],
    queryFn: async ({ signal }) => {
      try {
        return await call(blocks.get, { params: { blockedUid: uid } }, { signal });
      } catch (error) {
        if (isProblem(error, "not_found")) return null;
        throw error;
      }
    },
  });

/** Takes a block back. Everything that is shown may show more from then on. */
export function useUnblock() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (uid: string) => call(blocks.unblock, { params: { blockedUid: uid } }),
    onSuccess: () => queries.invalidateQueries(),
  });
}
