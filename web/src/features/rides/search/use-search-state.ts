import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useSearchDraft } from "#shared/forms/search-draft.ts";
import { placeDetails, placePredictions } from "#shared/places/places.queries.ts";
import { readView, writeView, type ResultView } from "./result-view.ts";
import {
  isComplete,
  readSearchCriteria,
  type SearchCriteria,
  type SearchPlace,
  writeSearchCriteria,
} from "./search-url.ts";

export type SearchState = ReturnType<typeof useSearchState>;

/**
 * Search criteria, view and selected ride, all stored in the URL. The results of a changed search render in a
 * transition, so that what was tapped can answer first; it shows its new state with `useOptimistic`.
 */
export function useSearchState() {
  const [params, setParams] = useSearchParams();
  const replaceParams = (next: URLSearchParams) =>
    startTransition(() => setParams(next, { replace: true }));
  return {
    criteria: readSearchCriteria(params),
    view: readView(params),
    selectedId: params.get("ride"),
    /** A new search adds a history entry; a changed view replaces it. */
    search: (criteria: SearchCriteria, view?: ResultView) => {
      const target = without(params, "ride");
      const next = writeSearchCriteria(criteria, view ? writeView(view, target) : target);
      startTransition(() => setParams(next));
    },
    replaceSearch: (criteria: SearchCriteria) =>
      replaceParams(writeSearchCriteria(criteria, without(params, "ride"))),
    changeView: (view: ResultView) => replaceParams(writeView(view, without(params, "ride"))),
    selectRide: (rideId: string) => {
      const next = new URLSearchParams(params);
      next.set("ride", rideId);
      replaceParams(next);
    },
  };
}

function without(params: URLSearchParams, name: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(name);
  return next;
}

/** Likeliest place for a typed name; undefined if no place matches. */
export async function findLikeliestPlace(
  queries: QueryClient,
  text: string,
): Promise<SearchPlace | undefined> {
  if (text.trim() === "") return undefined;
  const { items } = await queries.fetchQuery(placePredictions(text.trim()));
  const [likeliest] = items;
  return likeliest && queries.fetchQuery(placeDetails(likeliest.placeId));
}

/**
 * Resumes the search started on the landing page, once, if the URL has none. Returns true while the places are being
 * resolved; a name without a place stays in the form as typed.
 */
export function useResumedSearch(
  criteria: SearchCriteria,
  search: (criteria: SearchCriteria) => void,
): boolean {
  const queries = useQueryClient();
  const [draft, , clearDraft] = useSearchDraft();
  const hasDraft =
    criteria.from === null &&
    criteria.to === null &&
    draft.from.trim() !== "" &&
    draft.to.trim() !== "";
  const [isResuming, setResuming] = useState(hasDraft);
  // Navigation renders later than state: the search is being resumed until its results replace the home screen.
  if (isResuming && isComplete(criteria)) setResuming(false);
  useEffect(() => {
    if (!isResuming) return undefined;
    let unmounted = false;
    const resumeSearch = async () => {
      const [from, to] = await Promise.all(
        [draft.from, draft.to].map((text) => findLikeliestPlace(queries, text)),
      );
      if (unmounted) return;
      if (!from || !to) return setResuming(false);
      clearDraft();
      search({
        ...criteria,
        from,
        to,
        day: draft.on === "" ? criteria.day : draft.on,
      });
    };
    resumeSearch().catch(() => setResuming(false));
    return () => {
      unmounted = true;
    };
    // Runs once on arrival and ignores later input.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [isResuming]);
  return isResuming;
}
