import type {
  PlaceDetails,
  NearestPlace,
  PlacePrediction,
  PlaceQuery,
} from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";

/** A source of places: our own database, or a service of the operator that also knows streets. */
export interface Geocoder {
  /** Suggestions for the input, most likely first; empty if nothing matches or the input is too short. */
  predict(query: PlaceQuery): Promise<PlacePrediction[]>;
  findPlace(placeId: string): Promise<PlaceDetails | undefined>;
  findNearest(position: LatLng): Promise<NearestPlace | undefined>;
}
