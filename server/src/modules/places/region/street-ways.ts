import { growingFloats, growingInts } from "@commonlane/geo/growing-array";
import { TextTable } from "./address-table.ts";
import { formatLocalNames, parseLocalNames } from "../local-names.ts";
import type { LocalNames } from "../place-file.ts";
import type { Path } from "./outlines.ts";
import type { PlaceNames } from "./place-names.ts";

/** Named ways of a region: each a name, a class and the positions of its nodes. */
export class StreetWays {
  readonly #texts = new TextTable();
  readonly #ids = growingFloats();
  readonly #names = growingInts();
  readonly #aliases = growingInts();
  readonly #localNames = growingInts();
  readonly #importances = growingInts();
  readonly #starts = growingInts();
  readonly #lats = growingFloats();
  readonly #lngs = growingFloats();

  get length(): number {
    return this.#names.length;
  }

  add(id: number, { name, aliases, localNames }: PlaceNames, importance: number, path: Path): void {
    this.#ids.push(id);
    this.#names.push(this.#texts.add(name));
    this.#aliases.push(this.#texts.add(aliases.join("|")));
    this.#localNames.push(this.#texts.add(formatLocalNames(localNames)));
    this.#importances.push(importance);
    this.#starts.push(this.#lats.length);
    for (let at = 0; at + 1 < path.length; at += 2) {
      this.#lats.push(path[at] ?? 0);
      this.#lngs.push(path[at + 1] ?? 0);
    }
  }

  id(way: number): number {
    return this.#ids.at(way);
  }
  name(way: number): string {
    return this.#texts.text(this.#names.at(way));
  }
  aliases(way: number): string[] {
    const list = this.#texts.text(this.#aliases.at(way));
    return list === "" ? [] : list.split("|");
  }
  localNames(way: number): LocalNames {
    return parseLocalNames(this.#texts.text(this.#localNames.at(way)));
  }
  importance(way: number): number {
    return this.#importances.at(way);
  }
  /** The numbers of the first point of a way and of the one after its last. */
  points(way: number): readonly [start: number, end: number] {
    return [
      this.#starts.at(way),
      way + 1 < this.length ? this.#starts.at(way + 1) : this.#lats.length,
    ];
  }
  lat(point: number): number {
    return this.#lats.at(point);
  }
  lng(point: number): number {
    return this.#lngs.at(point);
  }
}
