import { createHash } from "node:crypto";
import { nameKeys } from "./name-matching.ts";
import type { PlaceRecord } from "./place-file.ts";

/** Part of the version of imported places: change it whenever other keys or ids are made of the same files. */
export const KEYS_VERSION = 1;

/** A key that finds a place. */
export interface PlaceKey {
  /** Empty, or the kind of place whose word is left out of the key. */
  readonly class: string;
  readonly key: string;
  /** The spelling, undefined if it is the place's own name. */
  readonly name: string | undefined;
}

/** All keys of a place, each once. */
export function placeKeys({ name, names }: PlaceRecord): PlaceKey[] {
  const keys = new Map<string, PlaceKey>();
  for (const known of [name, ...names]) {
    for (const key of nameKeys(known))
      if (!keys.has(key)) keys.set(key, { class: "", key, name: known === name ? undefined : known });
  }
  return [...keys.values()];
}

const ID_BYTES = 6;

/** Id of a place that has none in its source: below zero, and the same as long as kind, name and position are. */
export function generatedId({ kind, country, name, lat, lng }: PlaceRecord): number {
  const text = [kind, country, name, lat, lng].join("\t");
  return -1 - createHash("sha1").update(text).digest().readUIntBE(0, ID_BYTES);
}
