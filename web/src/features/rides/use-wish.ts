import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useSearchDraft } from "#shared/forms/search-draft.ts";
import { placeDetails, predictions } from "#shared/places/places.queries.ts";
import { readView, writeView, type FoundView } from "./found-rides.ts";
import { readWish, type RideWish, type Spot, writeWish } from "./search-url.ts";

export type Search = ReturnType<typeof useWish>;

/** What is looked for, how it is shown and which ride is looked at, all kept in the address. */
export function useWish() {
  const [params, setParams] = useSearchParams();
  const change = (next: URLSearchParams) => setParams(next, { replace: true });
  return {
    wish: readWish(params),
    view: readView(params),
    selectedId: params.get("ride"),
    /** A new search is a new step back; how it is shown is not. */
    look: (wish: RideWish, view?: FoundView) => {
      const onto = without(params, "ride");
      setParams(writeWish(wish, view ? writeView(view, onto) : onto));
    },
    lookInstead: (wish: RideWish) => change(writeWish(wish, without(params, "ride"))),
    show: (view: FoundView) => change(writeView(view, without(params, "ride"))),
    select: (rideId: string) => {
      const next = new URLSearchParams(params);
      next.set("ride", rideId);
      change(next);
    },
  };
}

function without(params: URLSearchParams, name: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(name);
  return next;
}

/** The place that is most likely meant by what was typed; nothing when no place is called so. */
export async function likeliestPlace(queries: QueryClient, text: string): Promise<Spot | undefined> {
  if (text.trim() === "") return undefined;
  const { items } = await queries.fetchQuery(predictions(text.trim()));
  const [likeliest] = items;
  return likeliest && queries.fetchQuery(placeDetails(likeliest.placeId));
}

/**
 * Goes on with the search that was begun on the landing page, once, when the address holds none. True while the places
 * are being found; a name that means no place stays in the form as it was typed.
 */
export function useSearchBegunBefore(wish: RideWish, go: (wish: RideWish) => void): boolean {
  const queries = useQueryClient();
  const [draft, , forget] = useSearchDraft();
  const begun = wish.from === null && wish.to === null && draft.from.trim() !== "" && draft.to.trim() !== "";
  const [finding, setFinding] = useState(begun);
  useEffect(() => {
    if (!finding) return undefined;
    let over = false;
    const find = async () => {
      const [from, to] = await Promise.all([draft.from, draft.to].map((text) => likeliestPlace(queries, text)));
      if (over) return;
      setFinding(false);
      if (!from || !to) return;
      forget();
      go({ ...wish, from, to, day: draft.on === "" ? wish.day : draft.on });
    };
    find().catch(() => setFinding(false));
    return () => {
      over = true;
    };
    // Once, at arrival: what is typed later goes its own way.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [finding]);
  return finding;
}
