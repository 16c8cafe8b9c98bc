import { z } from "zod";
import type { UpstreamClient } from "#platform/upstream/upstream-client.ts";
import {
  type Address,
  type AddressService,
  kindOfObject,
  describeAddress,
} from "./address-service.ts";

const Name = z.string().optional();
const Feature = z.object({
  geometry: z.object({
    coordinates: z.tuple([z.number().gte(-180).lte(180), z.number().gte(-90).lte(90)]),
  }),
  properties: z.object({
    osm_type: z.enum(["N", "W", "R"]),
    osm_id: z.int(),
    osm_key: Name,
    osm_value: Name,
    name: Name,
    street: Name,
    housenumber: Name,
    postcode: Name,
    locality: Name,
    district: Name,
    city: Name,
    county: Name,
    state: Name,
    country: Name,
  }),
});
const Features = z.object({ features: z.array(Feature) });

/** Photon's HTTP API: `/api` and `/reverse`, with GeoJSON answers. Designed for autocomplete. */
export function createPhoton(peer: UpstreamClient): AddressService {
  return {
    whileTyping: true,
    async search({ query, limit, lat, lng }) {
      const params = new URLSearchParams({
        q: query,
        limit: String(limit),
      });
      if (lat !== undefined && lng !== undefined) {
        params.set("lat", String(lat));
        params.set("lon", String(lng));
      }
      return (await peer.request(`/api?${params.toString()}`, Features)).features.flatMap(
        (feature) => addressOf(feature) ?? [],
      );
    },
    async reverse({ lat, lng }) {
      const { features } = await peer.request(`/reverse?lat=${lat}&lon=${lng}&limit=1`, Features);
      return features[0] && addressOf(features[0]);
    },
  };
}

function addressOf({ geometry, properties }: z.output<typeof Feature>): Address | undefined {
  const { name, street, housenumber, postcode, locality, district, city, county, state, country } =
    properties;
  const [lng, lat] = geometry.coordinates;
  const parts = {
    name,
    street,
    houseNumber: housenumber,
    town: city ?? locality ?? county,
    country,
  };
  const description = describeAddress({
    ...parts,
    within: [postcode, district, state],
  });
  const kind = kindOfObject({
    name,
    houseNumber: housenumber,
    key: properties.osm_key,
    value: properties.osm_value,
  });
  return (
    description && {
      id: `${properties.osm_type}${properties.osm_id}`,
      ...description,
      kind,
      lat,
      lng,
    }
  );
}
