import { createHash } from "node:crypto";

const TYPES = ["node", "way", "relation", "street", "hashed"] as const;
/** Room for a few more types. */
const FACTOR = 8;
const HASH_BYTES = 6;

/**
 * Id of a place of a region: that of its object in OpenStreetMap, so that it survives an update. A way may be a place
 * and part of a street, so streets, named by one of their ways, are a type of their own.
 */
export const regionPlaceId = (type: "node" | "way" | "relation" | "street", id: number): number =>
  id * FACTOR + TYPES.indexOf(type);

/** Id of a street that has no way of its own. */
export const hashedPlaceId = (text: string): number =>
  createHash("sha1").update(text).digest().readUIntBE(0, HASH_BYTES) * FACTOR +
  TYPES.indexOf("hashed");
