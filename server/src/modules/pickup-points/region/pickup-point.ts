import { type LatLng, PickupKind } from "@commonlane/contract/shapes";
import type { Headings } from "./headings.ts";

/** A named place on a road where a car may stop. */
export interface PickupPoint extends LatLng {
  readonly kind: PickupKind;
  readonly name: string;
  /** Directions in which cars drive past it. */
  readonly headings: Headings;
  /** Meant by the community or the host for meeting, who know it better than a map. */
  readonly isPreferred?: boolean;
}

/** From the best to meet at to the worst: of two points at one place, the first stays. */
export const KINDS = PickupKind.options;

export const rankOf = (kind: PickupKind): number => KINDS.indexOf(kind);
