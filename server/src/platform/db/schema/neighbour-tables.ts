import type { NeighbourKind } from "@commonlane/contract/neighbours";
import type { Generated } from "kysely";
import type { JsonColumn } from "./json-column.ts";

/** West, south, east, north, in degrees. */
export type Area = readonly [number, number, number, number];

/** Why a request to a neighbour failed. */
export type NeighbourFailure = "unreachable" | "slow" | "refused" | "invalid";

/** Communities that search each other. */
export interface NeighbourTables {
  neighbour: {
    id: Generated<string>;
    kind: NeighbourKind;
    /** Its origin, or the base address of its standard-covoiturage. */
    url: string;
    /** The only host that its rides may open at. */
    website_url: string;
    name: string;
    /** A PNG in base64. */
    logo: string | null;
    /** Ed25519, base64url; pinned when it became a neighbour. Null for a server with an API key. */
    public_key: string | null;
    sealed_api_key: string | null;
    /** Where it has rides; none if it does not say. */
    areas: JsonColumn<Area[]>;
    approved_here: boolean;
    approved_there: boolean;
    created_at: Date;
    searches_sent: Generated<number>;
    searches_received: Generated<number>;
    last_answered_at: Date | null;
    last_failed_at: Date | null;
    last_failure: NeighbourFailure | null;
    last_received_at: Date | null;
  };
  /** The key that signs requests to neighbours; made at its first use. */
  neighbour_key: {
    id: Generated<number>;
    /** Ed25519, PKCS #8 in base64. */
    private_key: string;
    created_at: Date;
  };
  /** Signatures that were used, until they expire. */
  neighbour_nonce: {
    neighbour_url: string;
    nonce: string;
    expires_at: Date;
  };
}
