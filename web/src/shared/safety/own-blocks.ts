import { blocks } from "@commonlane/contract/blocks";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { isProblem } from "../api/api-error.ts";
import { call } from "../api/api-client.ts";

/** The user's block of this person; null if there is none. */
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

/** Unblocks a user. Everything shown may change afterwards. */
export function useUnblock() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (uid: string) => call(blocks.unblock, { params: { blockedUid: uid } }),
    // Not awaited: one query that hangs would keep the button busy and lose its focus.
    onSuccess: () => void queries.invalidateQueries(),
  });
}
