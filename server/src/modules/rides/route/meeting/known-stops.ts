import type { PickupPlace, Place } from "@commonlane/contract/shapes";
import { loadMeetingPoints, loadPickupIndex } from "#modules/pickup-points/index.ts";
import { toPublicRide } from "../ride-forms.ts";
import { toRoadRide } from "../route-geometry.ts";
import type { RideRow } from "../../rides.store.ts";
import { findLegStops } from "./leg-stops.ts";
import { isKnownStop, isSamePlace, type MeetingContext } from "./meeting-points.ts";

interface RequestedPlaces {
  readonly pickup?: Place | undefined;
  readonly dropoff?: Place | undefined;
}
interface NamedPlaces {
  readonly pickup: PickupPlace | undefined;
  readonly dropoff: PickupPlace | undefined;
}

/**
 * Gives requested places the name and kind of the known stop they are, as strangers find it on this ride, so that
 * everyone sees the name of the search result.
 */
export async function nameKnownStops(
  ctx: MeetingContext,
  row: RideRow,
  { pickup, dropoff }: RequestedPlaces,
): Promise<NamedPlaces> {
  const publicRow = toPublicRide(row);
  const ride = toRoadRide(publicRow);
  if (!ride || (!pickup && !dropoff))
    return {
      pickup,
      dropoff,
    };
  const places = [pickup, dropoff].filter((place) => place !== undefined);
  const meetingPoints = await loadMeetingPoints(ctx, [row], places, SEARCHED_M);
  const index = await loadPickupIndex(ctx);
  const stops = findLegStops(publicRow, ride, {
    index,
    meetingPoints: meetingPoints(row),
  }).flat();
  const known = stops.map(({ at }) => at).filter(isKnownStop);
  const named = (place: Place | undefined) =>
    place && (known.find((stop) => isSamePlace(stop, place)) ?? place);
  return {
    pickup: named(pickup),
    dropoff: named(dropoff),
  };
}

/** Distance in which to load meeting points; a stop is the same only within metres. */
const SEARCHED_M = 10;
