import type { PlaceKind } from "@commonlane/contract/places";
import type { PickupKind, PickupPlace } from "@commonlane/contract/shapes";
import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { townName } from "#shared/formatting/format.ts";

/** Name of a pickup or dropoff with its kind: "Bus stop Vaduz Post". Other places keep their label. */
export function pickupPlaceName({ label, pickupKind }: PickupPlace): string {
  return pickupKind ? i18n._(NAMES[pickupKind](label)) : label;
}

/** Same, but a place that is no pickup point is shortened to its town. */
export const shortPickupName = (place: PickupPlace): string =>
  place.pickupKind ? pickupPlaceName(place) : townName(place.label);

const NAMES: Record<PickupKind, (name: string) => MessageDescriptor> = {
  parkAndRide: (name) => msg`Park and ride ${name}`,
  station: (name) => msg`Station ${name}`,
  stop: (name) => msg`Bus stop ${name}`,
  parking: (name) => msg`Car park ${name}`,
  square: (name) => msg`Square ${name}`,
  village: (name) => msg`Centre of ${name}`,
  fuel: (name) => msg`Fuel station ${name}`,
  junction: (name) => msg`Junction ${name}`,
  meetingPoint: (name) => msg`Meeting point ${name}`,
};

/** The kind of place with the icon of a pickup point. */
export const pickupIcons: Record<PickupKind, PlaceKind> = {
  parkAndRide: "parking",
  station: "station",
  stop: "stop",
  parking: "parking",
  square: "place",
  village: "village",
  fuel: "place",
  junction: "street",
  meetingPoint: "place",
};
