import type { LatLng, Place } from "@commonlane/contract/shapes";
import { distanceM } from "#shared/geo/great-circle.ts";
import type { SharedFrom } from "./sharing-here.ts";
import { standingMs } from "./silence.ts";

/** A position as it is told. */
export interface Fix extends LatLng {
  /** Degrees clockwise from north, where the device knows. */
  readonly heading: number | null;
  /** What a typed place is called. */
  readonly address: string | null;
}

/** How the telling stands. `refused`: the browser may not say where it is. `lost`: the device does not know. */
export type Telling = "waiting" | "told" | "refused" | "lost" | "unheard";

/** What came of telling: heard, nobody there, or the driver is not on the map any more. */
export type Answer = "heard" | "unheard" | "gone";

/** What a device says of where it is. */
export type Measured = Pick<GeolocationCoordinates, "latitude" | "longitude" | "heading">;

/** What this needs of the browser's geolocation. */
interface Locator {
  watchPosition: (
    found: (position: { readonly coords: Measured }) => void,
    failed: (failure: { readonly code: number }) => void,
    options: PositionOptions,
  ) => number;
  clearWatch: (id: number) => void;
}

export interface TellerParts {
  readonly source: SharedFrom;
  readonly geolocation: Locator | undefined;
  readonly tell: (fix: Fix) => Promise<Answer>;
  readonly status: (telling: Telling) => void;
  /** The driver is off the map; nothing is told from now on. */
  readonly gone: () => void;
  readonly page: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
  readonly now?: () => number;
}

/** Whoever moves less than this is where they were. */
const MOVED_M = 25;
/** Positions are told no more often than this, however fast one drives. */
const LEAST_MS = 3_000;
const AGAIN_MS = 10_000;
const DENIED = 1;

/**
 * Tells where the driver is: when that changed enough, not too often, and now and then where it did not. Nothing is looked
 * up or told while the page is in the background. Gives back what ends it.
 */
export function startTelling(parts: TellerParts): () => void {
  const teller = new Teller(parts);
  return () => teller.end();
}

class Teller {
  readonly #parts: TellerParts;
  readonly #now: () => number;
  #known: Fix | undefined;
  #told: { readonly fix: Fix; readonly at: number } | undefined;
  #watching: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #telling = false;
  #ended = false;

  constructor(parts: TellerParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    if (parts.source.from === "place") this.#known = fixOf(parts.source.place);
    parts.page.addEventListener("visibilitychange", this.#turn);
    this.#turn();
  }

  end(): void {
    this.#ended = true;
    this.#rest();
    this.#parts.page.removeEventListener("visibilitychange", this.#turn);
  }

  readonly #turn = (): void => {
    if (this.#parts.page.visibilityState === "hidden") this.#rest();
    else this.#look();
  };

  #look(): void {
    const { source, geolocation, status } = this.#parts;
    if (source.from === "place") return void this.#tell();
    if (!geolocation) return status("lost");
    this.#watching ??= geolocation.watchPosition(
      ({ coords }) => this.#found(fixAt(coords)),
      ({ code }) => status(code === DENIED ? "refused" : "lost"),
      { enableHighAccuracy: true, maximumAge: 5_000 },
    );
    // Where one was before the pause is better than nothing, and worse than what the device finds by then.
    if (this.#known) this.#tellIn(AGAIN_MS);
    return undefined;
  }

  #rest(): void {
    clearTimeout(this.#timer);
    if (this.#watching !== undefined) this.#parts.geolocation?.clearWatch(this.#watching);
    this.#watching = undefined;
  }

  #found(fix: Fix): void {
    this.#known = fix;
    const waitMs = this.#waitMs();
    if (waitMs <= 0) void this.#tell();
    else this.#tellIn(waitMs);
  }

  #tellIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#tell(), ms);
  }

  async #tell(): Promise<void> {
    clearTimeout(this.#timer);
    const fix = this.#known;
    if (!fix || this.#telling || this.#ended || this.#parts.page.visibilityState === "hidden") return;
    this.#telling = true;
    const at = this.#now();
    const answer = await this.#parts.tell(fix);
    this.#telling = false;
    if (this.#ended) return;
    if (answer === "gone") {
      this.end();
      this.#parts.gone();
    } else if (answer === "unheard") {
      this.#parts.status("unheard");
      this.#tellIn(AGAIN_MS);
    } else {
      this.#told = { fix, at };
      this.#parts.status("told");
      this.#tellIn(this.#waitMs());
    }
  }

  /** So long until what is known is worth telling: later where it did not move. */
  #waitMs(): number {
    if (!this.#known || !this.#told) return 0;
    const { fix, at } = this.#told;
    const leastMs = distanceM(this.#known, fix) >= MOVED_M ? LEAST_MS : standingMs();
    return Math.max(0, at + leastMs - this.#now());
  }
}

export const fixOf = ({ lat, lng, label }: Place): Fix => ({ lat, lng, heading: null, address: label });

export const fixAt = ({ latitude: lat, longitude: lng, heading }: Measured): Fix => ({
  lat,
  lng,
  // Devices that stand say that their heading is no number.
  heading: heading === null || Number.isNaN(heading) ? null : heading,
  address: null,
});
