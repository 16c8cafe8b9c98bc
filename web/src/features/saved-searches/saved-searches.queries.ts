import type { Input } from "@commonlane/contract/endpoint";
import { type SavedSearchChange, savedSearches } from "@commonlane/contract/saved-searches";
import { useMutation } from "@tanstack/react-query";
import { endpointQuery, useInvalidate } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

export type SearchToSave = Input<typeof savedSearches.save>["body"];

/** The viewer's saved searches, newest first. */
export const ownSavedSearches = endpointQuery(savedSearches.own, {});

function useRefreshSavedSearches() {
  const invalidate = useInvalidate();
  return () => invalidate(savedSearches);
}

/** Saves a search. An idempotency key makes retries after a lost response safe. */
export function useSaveSearch() {
  const onSettled = useRefreshSavedSearches();
  return useMutation({
    mutationFn: (body: SearchToSave) =>
      sendIdempotently("save-search", body, (idempotencyKey) =>
        call(savedSearches.save, { body }, { idempotencyKey }),
      ),
    onSettled,
  });
}

export function useChangeSavedSearch(savedSearchId: string) {
  const onSettled = useRefreshSavedSearches();
  return useMutation({
    mutationFn: (body: SavedSearchChange) =>
      call(savedSearches.change, {
        params: { savedSearchId },
        body,
      }),
    onSettled,
  });
}

export function useRemoveSavedSearch() {
  const onSettled = useRefreshSavedSearches();
  return useMutation({
    mutationFn: (savedSearchId: string) =>
      call(savedSearches.remove, { params: { savedSearchId } }),
    onSettled,
  });
}

export function useRestoreSavedSearch() {
  const onSettled = useRefreshSavedSearches();
  return useMutation({
    mutationFn: (savedSearchId: string) =>
      call(savedSearches.restore, { params: { savedSearchId } }),
    onSettled,
  });
}
