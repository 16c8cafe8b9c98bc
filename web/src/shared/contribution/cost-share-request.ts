import type { RidePlace } from "@commonlane/contract/shapes";

/** Points of a route as the cost share takes them. */
export const toCostShareRequest = (route: readonly RidePlace[], seatsTotal: number) => {
  const points = route.map(({ placeId = null, label, lat, lng, shown }) => ({
    placeId,
    label,
    lat,
    lng,
    ...(shown && { shown }),
  }));
  const [origin = UNKNOWN_PLACE, ...rest] = points;
  return {
    origin,
    destination: rest.at(-1) ?? UNKNOWN_PLACE,
    stops: rest.slice(0, -1),
    seatsTotal,
  };
};
const UNKNOWN_PLACE: RidePlace = { label: "-", lat: 0, lng: 0 };
