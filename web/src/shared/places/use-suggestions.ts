import type { PlaceDetails, PlaceKind, PlacePrediction } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { parseCoordinates } from "./parse-coordinates.ts";
import type { PlaceChoice } from "./place-choice.ts";
import { placeKindNames } from "./place-kinds.ts";
import { nearestPlace, placePredictions } from "./places.queries.ts";
import { pointName } from "./point-name.ts";
import { getRecentPlaces } from "./recent-places.ts";
import { getCurrentPosition } from "#shared/geo/device-position.ts";

/** An item in the suggestions of a place field. */
export interface Suggestion {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly action: "place" | "here" | "home" | "work" | "recent" | "streets";
  /** What the place is, if known. */
  readonly kind?: PlaceKind | undefined;
  readonly resolve: (
    details: (placeId: string) => Promise<PlaceDetails>,
  ) => Promise<PlaceChoice["place"] | undefined>;
}
type Status = "idle" | "searching" | "nothing" | "failed";

/** Part of the typed text that no place matches, and the best place for the rest. */
export type Ignored = Readonly<Record<"text" | "shown", string>>;

const TYPING_PAUSE_MS = 120;
const STREETS_MIN_LETTERS = 3;

export interface OfferedPlaces {
  /** The device's position is the first suggestion. */
  readonly offerHere: boolean;
  /** Of the form's other fields; saved and recent places among them are not offered again. */
  readonly otherPlaces: readonly PlaceChoice[];
}

/** Suggestions for the text of a field. The previous ones stay until the next arrive, to avoid flicker. */
export function useSuggestions(
  { text, place }: PlaceChoice,
  { open, offerHere, otherPlaces }: OfferedPlaces & { open: boolean },
): {
  suggestions: readonly Suggestion[];
  status: Status;
  ignored: Ignored | undefined;
  /** The text is a word for a kind of place, and none is known around. */
  needsTown: boolean;
} {
  const query = useDebounced(text.trim());
  const [streetsQuery, setStreetsQuery] = useState("");
  const { t } = useLingui();
  const describe = useDetail();
  const point = usePoint(place === null ? query : "");
  const isSearching = open && place === null && query.length > 0 && point === undefined;
  const { data, isFetching, isError } = useQuery({
    ...placePredictions(query, streetsQuery === query),
    enabled: isSearching,
    placeholderData: (before) => before,
  });
  const here = useCurrentPosition();
  const predictions: readonly PlacePrediction[] = isSearching ? (data?.items ?? []) : [];
  const found = predictions.map(({ placeId, kind, label, detail }): Suggestion => ({
    key: placeId,
    label,
    detail: describe(kind, detail),
    action: "place",
    kind,
    resolve: (details) => details(placeId),
  }));
  const saved = useSavedPlaces(query === "", otherPlaces);
  const recent = useRecent(query === "", otherPlaces);
  const streets: Suggestion = {
    key: "streets",
    label: t`Search streets too`,
    detail: query,
    action: "streets",
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
    ...saved,
    ...recent,
    ...(point && open ? [point] : []),
    ...found,
    ...(offerStreets ? [streets] : []),
  ];
  if (!isSearching)
    return {
      suggestions,
      status: "idle",
      ...NO_REMARKS,
    };
  if (isError)
    return {
      suggestions,
      status: "failed",
      ...NO_REMARKS,
    };
  if (isFetching || query !== text.trim())
    return {
      suggestions,
      status: "searching",
      ...NO_REMARKS,
    };
  return {
    suggestions,
    status: found.length === 0 ? "nothing" : "idle",
    ignored: findIgnored(predictions),
    needsTown: data?.needsTown ?? false,
  };
}

const NO_REMARKS = {
  ignored: undefined,
  needsTown: false,
};

/** Only if no suggestion matches the whole text. */
function findIgnored(predictions: readonly PlacePrediction[]): Ignored | undefined {
  const [best] = predictions;
  if (!best?.ignored || predictions.some(({ ignored }) => !ignored)) return undefined;
  return { text: best.ignored, shown: best.label };
}

/** Second line of a suggestion: what the place is, and what distinguishes it from others with the name. */
function useDetail() {
  const { i18n } = useLingui();
  return (kind: PlaceKind | undefined, detail: string) =>
    [kind && i18n._(placeKindNames[kind]), detail].filter(Boolean).join(" · ");
}

/** A point whose coordinates were typed or pasted, named after what is near. */
function usePoint(query: string): Suggestion | undefined {
  const { t } = useLingui();
  const queries = useQueryClient();
  const at = parseCoordinates(query);
  if (!at) return undefined;
  const coordinates = `${at.lat.toFixed(5)}, ${at.lng.toFixed(5)}`;
  return {
    key: "point",
    label: t`Point on the map`,
    detail: coordinates,
    action: "place",
    kind: "position",
    resolve: async () => {
      const nearest = await queries.fetchQuery(nearestPlace(at)).catch(() => undefined);
      const label = nearest ? pointName(nearest) : coordinates;
      return {
        ...at,
        label,
        timeZone: nearest?.timeZone,
        placeId: null,
        kind: "position",
      };
    },
  };
}

/** The user's home and work, while nothing is typed. The field then shows the place itself. */
function useSavedPlaces(isShown: boolean, others: readonly PlaceChoice[]): Suggestion[] {
  const { t } = useLingui();
  const { data } = useQuery({
    ...ownProfile,
    enabled: isShown,
  });
  if (!isShown) return [];
  const places = [
    {
      action: "home",
      label: t({
        message: "Home",
        context: "saved place",
      }),
      place: data?.homePlace,
    },
    {
      action: "work",
      label: t({
        comment: "Name of a saved place.",
        message: "Work",
      }),
      place: data?.workPlace,
    },
  ] as const;
  return places.flatMap(({ action, label, place }) =>
    place && !isAmong(place, others)
      ? [
          {
            key: action,
            label,
            detail: place.label,
            action,
            resolve: () => Promise.resolve(place),
          },
        ]
      : [],
  );
}

/** Recent places, while nothing is typed. */
function useRecent(isShown: boolean, others: readonly PlaceChoice[]): Suggestion[] {
  const { t } = useLingui();
  const { uid } = useUser();
  const describe = useDetail();
  if (!isShown) return [];
  const offered = getRecentPlaces(uid).filter((place) => !isAmong(place, others));
  return offered.map((place) => ({
    key: `recent ${place.label}`,
    label: place.label,
    detail: describe(place.kind, t`Recent`),
    action: "recent",
    kind: place.kind,
    resolve: () => Promise.resolve(place),
  }));
}

const isAmong = ({ lat, lng }: LatLng, others: readonly PlaceChoice[]): boolean =>
  others.some(({ place }) => place?.lat === lat && place.lng === lng);

/** The device's position, named after its town. */
function useCurrentPosition(): Suggestion {
  const { t } = useLingui();
  const queries = useQueryClient();
  const toast = useToast();
  return {
    key: "here",
    label: t`Current location`,
    detail: t`Uses your device's location once`,
    action: "here",
    resolve: async () => {
      try {
        const at = await getCurrentPosition();
        // Without the town's id, because the position may be a home address.
        return {
          ...(await queries.fetchQuery(nearestPlace(at))),
          ...at,
          placeId: null,
        };
      } catch {
        toast({
          message: t`We couldn't find your location. Enter a place instead.`,
          type: "warning",
        });
        return undefined;
      }
    },
  };
}

/** The value after it has not changed for a moment. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
