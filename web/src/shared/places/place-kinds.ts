import type { PlaceKind } from "@commonlane/contract/places";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { iconPaths } from "../ui/icon-paths.ts";

/** Name of each kind of place. */
export const placeKindNames: Record<PlaceKind, MessageDescriptor> = {
  town: msg`Town`,
  village: msg`Village`,
  district: msg`District`,
  street: msg`Street`,
  address: msg`Address`,
  stop: msg({
    message: "Stop",
    context: "of buses or trams",
  }),
  station: msg`Station`,
  airport: msg`Airport`,
  ferry: msg`Ferry`,
  university: msg`University`,
  school: msg`School`,
  hospital: msg`Hospital`,
  sight: msg`Sight`,
  shop: msg`Shop`,
  parking: msg`Parking`,
  postcode: msg`Postcode`,
  place: msg`Place`,
  position: msg`Point on the map`,
};

/** Line icons of the kinds of places, like those of `iconPaths`, but loaded only with a place field. */
export const placeKindPaths: Record<PlaceKind, string> = {
  town: "M4 20V9l6-4v15m0-9h10v9M2.5 20h19M7 11.5v.1m0 3.4v.1m6.5-.1v.1m3-.1v.1",
  village: "m4 12 8-7 8 7M6.5 10v10h11V10M10 20v-5h4v5",
  district: "M3.5 20v-8L8 8l4.5 4v8m0-10L16.5 6l4 4v10M2 20h20M8 14.5v.1m8.5-2.1v.1m0 3.4v.1",
  street: "M8.5 4 5 20M15.5 4 19 20M12 4.5v2.5m0 3.5v3m0 3.5v3",
  address: "m4 11.5 8-7 8 7M6 10v10h12V10m-7.5 4 2-1.5V17m-1.7 0h3.4",
  stop: "M6.5 4h11A1.5 1.5 0 0 1 19 5.5v11H5v-11A1.5 1.5 0 0 1 6.5 4zM5 11.5h14M7.5 16.5v2.5m9-2.5v2.5m-8.5-5v.1m8-.1v.1",
  station:
    "M9 3.5h6A3 3 0 0 1 18 6.5v7a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3zM6 10h12M9.3 13.2v.1m5.4-.1v.1M9 16.5 6.5 20.5m8.5-4 2.5 4",
  airport:
    "M12 3c1 0 1.6 1 1.6 2.2v4.3l7 4.3v2.2l-7-2.2v3.9l2.2 1.8V21L12 20l-3.8 1v-1.5l2.2-1.8v-3.9l-7 2.2v-2.2l7-4.3V5.2C10.4 4 11 3 12 3z",
  ferry:
    "M4 13.5h16l-2 4.5M4 13.5 6 18M6.5 13.5V9h7l3.5 4.5M9.5 9V5.5M3 20.5c1.5 0 1.5-1 3-1s1.5 1 3 1 1.5-1 3-1 1.5 1 3 1 1.5-1 3-1 1.5 1 3 1",
  university:
    "m2.5 9.5 9.5-4.5 9.5 4.5L12 14zM6.5 11.5V16c1.5 1.4 3.4 2 5.5 2s4-.6 5.5-2v-4.5m4-2V15",
  school:
    "M12 6.5C10 5.2 7 4.8 4 5v13c3-.2 6 .2 8 1.5 2-1.3 5-1.7 8-1.5V5c-3-.2-6 .2-8 1.5zm0 0v13",
  hospital: "M9.5 4h5v5.5H20v5h-5.5V20h-5v-5.5H4v-5h5.500z",
  sight: "M4 9.5 12 4.500l8 5zM6.5 9.500V17m3.7-7.500V17m3.6-7.500V17m3.7-7.500V17M4 20h16",
  shop: "M4 9.5 5.5 4.500h13L20 9.500a2.7 2.7 0 0 1-5.3 0 2.7 2.7 0 0 1-5.4 0 2.7 2.7 0 0 1-5.3 0zM5.5 12v8h13v-8M10 20v-4.500h4V20",
  parking:
    "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zm3.8 12.500v-9h2.700a2.75 2.75 0 0 1 0 5.500H9.8",
  postcode: iconPaths.mail,
  place: iconPaths.pin,
  position: "M12 4.500v4.500m0 6v4.500M4.5 12H9m6 0h4.500M12 12v.1",
};

/** Reads a stored kind; undefined if there is none, or one of another version. */
export const readPlaceKind = (value: unknown): PlaceKind | undefined =>
  typeof value === "string" && isPlaceKind(value) ? value : undefined;

function isPlaceKind(value: string): value is PlaceKind {
  return Object.hasOwn(placeKindNames, value);
}
