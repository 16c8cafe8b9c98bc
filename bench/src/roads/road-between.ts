import type { NetworkRoad, RoadNetwork } from "@commonlane/geo/road-network/road-network";
import type { LatLng } from "@commonlane/matching/geo";

/** The road between two places as the server finds it; undefined if there is none. */
export function roadBetween(
  network: RoadNetwork,
  from: LatLng,
  to: LatLng,
): NetworkRoad | undefined {
  const begin = network.snap(from);
  const end = network.snap(to);
  return begin && end && network.road(network.labelFrom(begin), network.labelTo(end));
}
