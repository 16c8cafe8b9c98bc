import type { Input } from "@commonlane/contract/endpoint";
import { rides } from "@commonlane/contract/rides";
import { keepPreviousData } from "@tanstack/react-query";
import type { RidePlace } from "@commonlane/contract/shapes";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { toPlace } from "../places/place-choice.ts";

const UNKNOWN_PLACE: RidePlace = {
  label: "-",
  lat: 0,
  lng: 0,
};

/** Cost of a route and the fair contribution; refetched when route or seats change. */
export const costShare = (route: Input<typeof rides.costShare>["body"]) =>
  endpointQuery(
    rides.costShare,
    { body: route },
    {
      staleTime: Infinity,
      placeholderData: keepPreviousData,
    },
  );

/** Points of a route as the cost share takes them. */
export const toCostShareRequest = (route: readonly RidePlace[], seatsTotal: number) => {
  const points = route.map((place) => ({
    ...toPlace(place),
    ...(place.shown && { shown: place.shown }),
  }));
  const [origin = UNKNOWN_PLACE, ...rest] = points;
  return {
    origin,
    destination: rest.at(-1) ?? UNKNOWN_PLACE,
    stops: rest.slice(0, -1),
    seatsTotal,
  };
};
