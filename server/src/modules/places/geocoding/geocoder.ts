import type { PlaceDetails, NearestPlace, PlacePrediction, PlaceQuery } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";

/** Whoever knows places: our own database, or a service that an operator runs and that knows streets too. */
export interface Geocoder {
  /** What may be meant by what was typed, the likeliest first; empty where nothing fits or too little was typed. */
  predict(query: PlaceQuery): Promise<PlacePrediction[]>;
  findPlace(placeId: string): Promise<PlaceDetails | undefined>;
  findNearest(position: LatLng): Promise<NearestPlace | undefined>;
}
