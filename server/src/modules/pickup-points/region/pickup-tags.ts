import type { PickupKind } from "@commonlane/contract/shapes";
import type { Tags } from "@commonlane/geo/osm/read-extract";

/** A place of an extract that passengers know by name and that a car may stop beside. */
export interface NamedPlace {
  readonly kind: PickupKind;
  /** Undefined: named after its street. */
  readonly name: string | undefined;
}

const VILLAGES = new Set(["village", "town", "hamlet", "suburb", "quarter", "neighbourhood"]);
const CLOSED = new Set(["private", "no", "customers", "permit", "delivery", "employees"]);
const PARKING_WITHOUT_MEETING = new Set([
  "underground",
  "multi-storey",
  "street_side",
  "lane",
  "on_kerb",
  "half_on_kerb",
]);

/** The kind and name of a place, or undefined if it is no pickup point. */
export function namedPlaceOf(tags: Tags): NamedPlace | undefined {
  const kind = kindOf(tags);
  if (!kind) return undefined;
  const name =
    kind === "stop"
      ? stopName(tags)
      : (tags["name"] ?? (kind === "fuel" ? fuelName(tags) : undefined));
  return name !== undefined || kind === "parking" || kind === "parkAndRide"
    ? { kind, name }
    : undefined;
}

function kindOf(tags: Tags): PickupKind | undefined {
  const { amenity, railway, highway, place } = tags;
  if (isStation(tags)) return "station";
  if (amenity === "parking") return parkingKind(tags);
  if (
    highway === "bus_stop" ||
    railway === "tram_stop" ||
    amenity === "bus_station" ||
    isBusPlatform(tags)
  )
    return "stop";
  if (place === "square") return "square";
  if (place !== undefined && VILLAGES.has(place)) return "village";
  return amenity === "fuel" ? "fuel" : undefined;
}

const isStation = ({
  railway,
  station,
  public_transport: transport,
  disused,
  abandoned,
}: Tags): boolean =>
  (railway === "station" ||
    railway === "halt" ||
    (transport === "station" && railway === undefined)) &&
  station !== "miniature" &&
  disused !== "yes" &&
  abandoned !== "yes";

function isBusPlatform({ public_transport: transport, bus, highway }: Tags): boolean {
  return (
    (transport === "platform" && (bus === "yes" || highway === "platform")) ||
    (transport === "stop_position" && bus === "yes")
  );
}

function parkingKind(tags: Tags): PickupKind | undefined {
  const { park_ride: parkRide, access, parking } = tags;
  if (access !== undefined && CLOSED.has(access)) return undefined;
  if (parkRide !== undefined && parkRide !== "no") return "parkAndRide";
  return parking !== undefined && PARKING_WITHOUT_MEETING.has(parking) ? undefined : "parking";
}

function fuelName({ brand, operator }: Tags): string | undefined {
  return brand ?? operator;
}

/** With the town, which many stops have only in their international name: "Vaduz, Post". */
function stopName({ name, uic_name: international }: Tags): string | undefined {
  if (name === undefined) return international;
  const [town, ...rest] = (international ?? "").split(", ");
  return town && rest.length > 0 && !namesTown(name, town) ? `${town}, ${name}` : name;
}

/** International names add the country to some towns: "Mauren FL". */
const namesTown = (name: string, town: string): boolean =>
  name.toLowerCase().includes(town.replace(/ \p{Lu}{1,3}$/u, "").toLowerCase());
