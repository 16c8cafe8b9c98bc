import type { Trip, WithContext } from "schema-dts";
import type { PublicRide } from "#modules/rides/published/index.ts";
import { jsonLd, type Html } from "./html.ts";
import { toMajorUnits } from "#platform/i18n/formats.ts";
import type { RideText } from "./ride-text.ts";

interface TripOptions {
  readonly ride: PublicRide;
  readonly text: RideText;
  readonly url: string;
  readonly image: string;
  readonly site: string;
  readonly communityName: string;
}

/** A public ride as a schema.org Trip. Towns have no coordinates, because the places are approximate. */
const buildTrip = ({
  ride,
  text,
  url,
  image,
  site,
  communityName,
}: TripOptions): WithContext<Trip> => ({
  "@context": "https://schema.org",
  "@type": "Trip",
  "@id": url,
  name: text.title,
  description: text.description,
  url,
  image,
  departureTime: ride.departsAt.toISOString(),
  arrivalTime: ride.arrivesAt.toISOString(),
  itinerary: {
    "@type": "ItemList",
    numberOfItems: ride.towns.length,
    itemListElement: ride.towns.map(({ name }, n) => ({
      "@type": "ListItem",
      position: n + 1,
      item: { "@type": "City", name },
    })),
  },
  provider: {
    "@type": "Organization",
    name: communityName,
    url: site,
  },
  offers: {
    "@type": "Offer",
    url,
    price: ride.contribution ? toMajorUnits(ride.contribution) : 0,
    ...(ride.contribution && { priceCurrency: ride.contribution.currency }),
    availability: ride.seatsLeft > 0 ? "https://schema.org/InStock" : "https://schema.org/SoldOut",
    validThrough: ride.departsAt.toISOString(),
  },
});

export function tripData(options: TripOptions): Html {
  return jsonLd(buildTrip(options));
}
