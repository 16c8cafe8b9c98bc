import type { Input } from "@commonlane/contract/endpoint";
import { type SavedSearchChange, savedSearches } from "@commonlane/contract/saved-searches";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api.ts";
import { sendOnce } from "#shared/forms/send-once.ts";

export type SearchToSave = Input<typeof savedSearches.save>["body"];

/** What I saved, newest first. */
export const ownSavedSearches = queryOptions({
  queryKey: ["saved-searches", "own"],
  queryFn: ({ signal }) => call(savedSearches.own, {}, { signal }),
});

function useSettled() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["saved-searches"] });
}

/** Saves a search; saved again after an answer that was lost, it is still one. */
export function useSave() {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (body: SearchToSave) =>
      sendOnce("save-search", body, (idempotencyKey) => call(savedSearches.save, { body }, { idempotencyKey })),
    onSettled,
  });
}

export function useChange(savedSearchId: string) {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (body: SavedSearchChange) => call(savedSearches.change, { params: { savedSearchId }, body }),
    onSettled,
  });
}

export function useRemove() {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (savedSearchId: string) => call(savedSearches.remove, { params: { savedSearchId } }),
    onSettled,
  });
}

export function useRestore() {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (savedSearchId: string) => call(savedSearches.restore, { params: { savedSearchId } }),
    onSettled,
  });
}
