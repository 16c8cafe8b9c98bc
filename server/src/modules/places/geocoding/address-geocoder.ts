import type {
  PlaceDetails,
  NearestPlace,
  PlacePrediction,
  PlaceQuery,
} from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { LRUCache } from "lru-cache";
import type { Log } from "#platform/log.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import {
  type Address,
  type AddressService,
  type Geocoder,
  isPublicKind,
} from "./address-service.ts";

const CACHE_SIZE = 5_000;
const PLACE_ID = /^(osm|poi):([NWR]\d{1,15}):(-?\d{1,2}\.\d{5}):(-?\d{1,3}\.\d{5})$/;
/** Shorter input is too ambiguous; our own towns are enough for it. */
const MIN_LETTERS = 3;

/** Queries a service that knows streets, caches its answers, and falls back to `towns`. */
export class AddressGeocoder {
  readonly #service: AddressService;
  readonly #log: Log;
  readonly #searches = new LRUCache<string, readonly Address[]>({ max: CACHE_SIZE });
  /** False if nothing is there. */
  readonly #nearest = new LRUCache<string, Address | false>({ max: CACHE_SIZE });
  readonly #byId = new LRUCache<string, Address>({ max: CACHE_SIZE });

  constructor(service: AddressService, log: Log) {
    this.#service = service;
    this.#log = log;
  }

  /** Same with the towns of one request's database. */
  withTowns(towns: Geocoder): Geocoder {
    return {
      predict: (query) => this.#predict(query, towns),
      findPlace: (placeId) => this.#find(placeId, towns),
      findNearest: (position) => this.#near(position, towns),
    };
  }

  async #predict(query: PlaceQuery, towns: Geocoder): Promise<PlacePrediction[]> {
    const { complete = false } = query;
    const canAskService =
      (this.#service.whileTyping || complete) && query.query.trim().length >= MIN_LETTERS;
    const found = canAskService ? await this.#searched(query) : [];
    const predictions = found.map((address) => ({
      placeId: toPlaceId(address),
      kind: address.kind,
      label: address.label,
      detail: address.detail,
    }));
    return predictions.length > 0 ? predictions : towns.predict(query);
  }

  async #searched(query: PlaceQuery): Promise<readonly Address[]> {
    const request = {
      ...query,
      query: query.query.trim(),
      ...roundedPosition(query),
    };
    const key = JSON.stringify([request.query, request.lat, request.lng, request.limit]);
    const cached = this.#searches.get(key);
    if (cached) return cached;
    const found = (await this.#callService(() => this.#service.search(request)))?.slice(
      0,
      request.limit,
    );
    if (!found) return [];
    this.#searches.set(key, found);
    for (const address of found) this.#byId.set(toPlaceId(address), address);
    return found;
  }

  async #find(placeId: string, towns: Geocoder): Promise<PlaceDetails | undefined> {
    const [, source, , latText, lngText] = PLACE_ID.exec(placeId) ?? [];
    if (latText === undefined || lngText === undefined) return towns.findPlace(placeId);
    const at = {
      lat: Number(latText),
      lng: Number(lngText),
    };
    if (Math.abs(at.lat) > 90 || Math.abs(at.lng) > 180) return undefined;
    // Another process may have found the place, so look up its name.
    const known = this.#byId.get(placeId);
    const kind = known?.kind ?? (source === "poi" ? "place" : "address");
    const label = known?.label ?? (await this.#near(at, towns))?.label;
    return label === undefined
      ? undefined
      : {
          placeId,
          kind,
          label,
          ...at,
          timeZone: timeZoneAt(at),
        };
  }

  async #near(position: LatLng, towns: Geocoder): Promise<NearestPlace | undefined> {
    // About ten metres: a finger on a map is no more exact.
    const key = `${position.lat.toFixed(4)},${position.lng.toFixed(4)}`;
    const address =
      this.#nearest.get(key) ??
      (await this.#callService(async () => (await this.#service.reverse(position)) ?? false));
    if (address !== undefined) this.#nearest.set(key, address);
    if (!address) return towns.findNearest(position);
    this.#byId.set(toPlaceId(address), address);
    const { kind, label, lat, lng } = address;
    const metres = Math.round(distanceM(position, address));
    return {
      placeId: toPlaceId(address),
      kind,
      label,
      lat,
      lng,
      timeZone: timeZoneAt(address),
      distanceM: metres,
    };
  }

  /** Returns undefined if the service does not answer. */
  async #callService<T>(ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask();
    } catch (error) {
      const reason = error instanceof Error ? error.name : "unknown";
      this.#log.info({ reason }, "using our own places because the geocoder did not answer");
      return undefined;
    }
  }
}

/** About ten kilometres: enough to rank near streets higher, and users of one town share cache entries. */
const roundedPosition = ({ lat, lng }: PlaceQuery) =>
  lat === undefined || lng === undefined
    ? {}
    : {
        lat: Number(lat.toFixed(1)),
        lng: Number(lng.toFixed(1)),
      };

/** The id marks a named public place, so that a place chosen by it is known not to be a private address. */
const toPlaceId = ({ id, kind, lat, lng }: Address) =>
  `${isPublicKind(kind) ? "poi" : "osm"}:${id}:${lat.toFixed(5)}:${lng.toFixed(5)}`;
