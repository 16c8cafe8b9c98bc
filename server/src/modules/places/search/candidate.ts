import type { PlaceKind } from "@commonlane/contract/places";
import type { PlaceHit } from "../places.store.ts";
import type { House } from "./houses.store.ts";
import type { PlannedLookup } from "./query.ts";
import type { TokenSet } from "./tokens.ts";

const SETTLEMENTS: ReadonlySet<PlaceKind> = new Set(["town", "village", "district"]);
export const isSettlement = (kind: PlaceKind): boolean => SETTLEMENTS.has(kind);

/** Returns true for towns and villages, not for their districts. */
export const isTown = (kind: PlaceKind): boolean => kind === "town" || kind === "village";

/** A place that some tokens of the query found. */
export interface Candidate {
  readonly hit: PlaceHit;
  readonly lookup: Pick<PlannedLookup, "class" | "key" | "covers" | "isPart">;
  /** The town, district, postcode or cell in which it was looked for; the name of a town may be begun. */
  readonly area?: {
    readonly key: string;
    readonly covers: TokenSet;
    readonly isBegun: boolean;
  };
  /** The house of a street whose number was typed. */
  readonly house?:
    | {
        readonly at: House;
        readonly covers: TokenSet;
      }
    | undefined;
  readonly typos: number;
  /** Added to the score by how it was found. */
  readonly bonus?: number;
}
