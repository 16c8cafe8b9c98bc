import type { RoadLabel } from "./road-label.ts";
import { type OpenLabel, openLabel } from "./road-label.ts";

/** A search compares its two places, from and to, with those of each ride. */
const KEPT = 8;

/** Opens labels. Those that were used last stay open, since a search compares its own with those of many rides. */
export class OpenLabels {
  /** The one that was used last is the first. */
  #open: OpenLabel[] = [];

  /** One of two labels, open. */
  oneOf(label: RoadLabel, other: RoadLabel): OpenLabel {
    const at = this.#open.findIndex((open) => open.label === label || open.label === other);
    // Which of them will be used again is not known.
    if (at < 0) this.#open = [openLabel(label), openLabel(other), ...this.#open].slice(0, KEPT);
    else if (at > 0) this.#open.unshift(...this.#open.splice(at, 1));
    return this.#open[0]!;
  }
}
