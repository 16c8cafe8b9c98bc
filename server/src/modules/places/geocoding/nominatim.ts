import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type UpstreamClient, UpstreamUnavailable } from "#platform/upstream/upstream-client.ts";
import {
  type Address,
  type AddressService,
  kindOfObject,
  describeAddress,
} from "./address-service.ts";

const Name = z.string().optional();
const Degrees = z.string().transform(Number).pipe(z.number().gte(-180).lte(180));
const Place = z.object({
  osm_type: z.enum(["node", "way", "relation"]),
  osm_id: z.int(),
  lat: Degrees.pipe(z.number().gte(-90).lte(90)),
  lon: Degrees,
  category: Name,
  type: Name,
  name: Name,
  display_name: z.string(),
  address: z
    .object({
      house_number: Name,
      road: Name,
      suburb: Name,
      village: Name,
      town: Name,
      city: Name,
      municipality: Name,
      county: Name,
      state: Name,
      postcode: Name,
      country: Name,
    })
    .optional(),
});
/** Answers with status 200 and an error if nothing is near. */
const Nearest = z.union([Place, z.object({ error: z.string() })]);
const FORMAT_PARAMS = "format=jsonv2&addressdetails=1";

/**
 * Nominatim's HTTP API: `/search` and `/reverse`. Its public server must not be used for autocomplete and allows one
 * call per second for all users together: https://operations.osmfoundation.org/policies/nominatim/
 */
export function createNominatim(peer: UpstreamClient, throttle: Throttle): AddressService {
  return {
    whileTyping: false,
    async search({ query, limit }) {
      const params = new URLSearchParams({
        q: query,
        limit: String(limit),
      });
      const places = await throttle.run(() =>
        peer.request(`/search?${params.toString()}&${FORMAT_PARAMS}`, z.array(Place)),
      );
      return places.map(addressOf);
    },
    async reverse({ lat, lng }) {
      const place = await throttle.run(() =>
        peer.request(`/reverse?lat=${lat}&lon=${lng}&zoom=18&${FORMAT_PARAMS}`, Nearest),
      );
      return "error" in place ? undefined : addressOf(place);
    },
  };
}

function addressOf(place: z.output<typeof Place>): Address {
  const { osm_type, osm_id, lat, lon, name, display_name, address = {} } = place;
  const {
    house_number,
    road,
    suburb,
    village,
    town,
    city,
    municipality,
    county,
    state,
    postcode,
    country,
  } = address;
  const parts = {
    name,
    street: road,
    houseNumber: house_number,
    country,
    within: [postcode, suburb, state],
  };
  const description = describeAddress({
    ...parts,
    town: city ?? town ?? village ?? municipality ?? county,
  });
  return {
    id: `${osm_type.charAt(0).toUpperCase()}${osm_id}`,
    ...(description ?? {
      label: display_name.slice(0, 200),
      detail: "",
    }),
    kind: kindOfObject({
      name,
      houseNumber: house_number,
      key: place.category,
      value: place.type,
    }),
    lat,
    lng: lon,
  };
}

/** Runs calls one after the other, each at least `everyMs` after the end of the one before. At most `waitingMax` calls wait. */
export class Throttle {
  readonly #everyMs: number;
  readonly #waitingMax: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ everyMs, waitingMax }: { everyMs: number; waitingMax: number }) {
    this.#everyMs = everyMs;
    this.#waitingMax = waitingMax;
  }

  /** @throws UpstreamUnavailable if too many calls wait, and what `call` throws. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#waitingMax)
      throw new UpstreamUnavailable("Too many calls are waiting.");
    this.#waiting++;
    const previous = this.#last;
    // Retries within the call count too, so the pause starts at its end.
    const result = previous.then(call);
    this.#last = result
      .catch(() => undefined)
      .then(() => sleep(this.#everyMs, undefined, { ref: false }));
    return result.finally(() => this.#waiting--);
  }
}
