import type { PlaceDetails } from "@commonlane/contract/places";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import type { PlaceChoice } from "./place-choice.ts";
import { nearestPlace, placePredictions } from "./places.queries.ts";
import { getRecentPlaces } from "./recent-places.ts";

/** An item in the suggestions of a place field. */
export interface Suggestion {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly kind: "place" | "here" | "recent" | "streets";
  readonly resolve: (details: (placeId: string) => Promise<PlaceDetails>) => Promise<PlaceChoice["place"] | undefined>;
}
type Status = "idle" | "searching" | "nothing" | "failed";

const TYPING_PAUSE_MS = 120;
const STREETS_MIN_LETTERS = 3;

/** Suggestions for the text of a field. The previous ones stay until the next arrive, to avoid flicker. */
export function useSuggestions(
  { text, place }: PlaceChoice,
  { open, offerHere }: { open: boolean; offerHere: boolean },
): { suggestions: readonly Suggestion[]; status: Status } {
  const query = useDebounced(text.trim());
  const [streetsQuery, setStreetsQuery] = useState("");
  const { t } = useLingui();
  const isSearching = open && place === null && query.length > 0;
  const { data, isFetching, isError } = useQuery({
    ...placePredictions(query, streetsQuery === query),
    enabled: isSearching,
    placeholderData: (before) => before,
  });
  const here = useCurrentPosition();
  const found = (isSearching ? (data?.items ?? []) : []).map(({ placeId, label, detail }): Suggestion => ({
    key: placeId,
    label,
    detail,
    kind: "place",
    resolve: (details) => details(placeId),
  }));
  const recent = useRecent(query === "");
  const streets: Suggestion = {
    key: "streets",
    label: t`Search streets too`,
    detail: query,
    kind: "streets",
    resolve: () => {
      setStreetsQuery(query);
      return Promise.resolve(undefined);
    },
  };
  const offerStreets =
    communitySettings.addresses === "onRequest" &&
    isSearching &&
    query.length >= STREETS_MIN_LETTERS &&
    streetsQuery !== query;
  const suggestions = [
    ...(offerHere && query === "" ? [here] : []),
    ...recent,
    ...found,
    ...(offerStreets ? [streets] : []),
  ];
  if (!isSearching) return { suggestions, status: "idle" };
  if (isError) return { suggestions, status: "failed" };
  if (isFetching || query !== text.trim()) return { suggestions, status: "searching" };
  return { suggestions, status: found.length === 0 ? "nothing" : "idle" };
}

/** Recent places, while nothing is typed. */
function useRecent(isShown: boolean): Suggestion[] {
  const { t } = useLingui();
  const { uid } = useUser();
  if (!isShown) return [];
  return getRecentPlaces(uid).map((place) => ({
    key: `recent ${place.label}`,
    label: place.label,
    detail: t`Recent`,
    kind: "recent",
    resolve: () => Promise.resolve(place),
  }));
}

/** The device's position, named after its town. */
function useCurrentPosition(): Suggestion {
  const { t } = useLingui();
  const queries = useQueryClient();
  const toast = useToast();
  return {
    key: "here",
    label: t`Current location`,
    detail: t`Uses your device's location once`,
    kind: "here",
    resolve: async () => {
      try {
        const { coords } = await getPosition();
        const at = { lat: coords.latitude, lng: coords.longitude };
        // Without the town's id, because the position may be a home address.
        return { ...(await queries.fetchQuery(nearestPlace(at))), ...at, placeId: null };
      } catch {
        toast({ message: t`We couldn't find your location. Enter a place instead.`, type: "warning" });
        return undefined;
      }
    },
  };
}

const getPosition = () =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: 8000, maximumAge: 60_000 }),
  );

/** The value after it has not changed for a moment. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
