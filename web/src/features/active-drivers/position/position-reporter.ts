import type { LatLng, Place } from "@commonlane/contract/shapes";
import { distanceM } from "#shared/geo/great-circle.ts";
import type { PositionSource } from "./position-source.ts";
import { stationaryIntervalMs } from "./silence-timeouts.ts";

/** A position as it is told. */
export interface PositionReport extends LatLng {
  /** Degrees clockwise from north, where the device knows. */
  readonly heading: number | null;
  /** What a typed place is called. */
  readonly address: string | null;
}

/** How the telling stands. `refused`: the browser may not say where it is. `lost`: the device does not know. */
export type ReportingStatus = "waiting" | "sent" | "denied" | "unavailable" | "failed";

/** What came of telling: heard, nobody there, or the driver is not on the map any more. */
export type ReportResult = "accepted" | "failed" | "ended";

/** What a device says of where it is. */
export type DeviceCoords = Pick<GeolocationCoordinates, "latitude" | "longitude" | "heading">;

/** What this needs of the browser's geolocation. */
interface GeolocationSource {
  watchPosition: (
    onPosition: (position: { readonly coords: DeviceCoords }) => void,
    onError: (failure: { readonly code: number }) => void,
    options: PositionOptions,
  ) => number;
  clearWatch: (id: number) => void;
}

export interface ReporterOptions {
  readonly source: PositionSource;
  readonly geolocation: GeolocationSource | undefined;
  readonly report: (position: PositionReport) => Promise<ReportResult>;
  readonly onStatus: (telling: ReportingStatus) => void;
  /** The driver is off the map; nothing is told from now on. */
  readonly onEnded: () => void;
  readonly page: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
  readonly now?: () => number;
}

/** Whoever moves less than this is where they were. */
const MIN_MOVE_M = 25;
/** Positions are told no more often than this, however fast one drives. */
const MIN_INTERVAL_MS = 3_000;
const RETRY_MS = 10_000;
const DENIED = 1;

/**
 * Tells where the driver is: when that changed enough, not too often, and now and then where it did not. Nothing is looked
 * up or told while the page is in the background. Gives back what ends it.
 */
export function startReporting(options: ReporterOptions): () => void {
  const reporter = new PositionReporter(options);
  return () => reporter.stop();
}

class PositionReporter {
  readonly #parts: ReporterOptions;
  readonly #now: () => number;
  #known: PositionReport | undefined;
  #told: { readonly position: PositionReport; readonly at: number } | undefined;
  #watching: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #telling = false;
  #ended = false;

  constructor(options: ReporterOptions) {
    this.#parts = options;
    this.#now = options.now ?? Date.now;
    if (options.source.from === "place") this.#known = positionFromPlace(options.source.place);
    options.page.addEventListener("visibilitychange", this.#turn);
    this.#turn();
  }

  stop(): void {
    this.#ended = true;
    this.#rest();
    this.#parts.page.removeEventListener("visibilitychange", this.#turn);
  }

  readonly #turn = (): void => {
    if (this.#parts.page.visibilityState === "hidden") this.#rest();
    else this.#look();
  };

  #look(): void {
    const { source, geolocation, onStatus } = this.#parts;
    if (source.from === "place") return void this.#tell();
    if (!geolocation) return onStatus("unavailable");
    this.#watching ??= geolocation.watchPosition(
      ({ coords }) => this.#found(positionFromDevice(coords)),
      ({ code }) => onStatus(code === DENIED ? "denied" : "unavailable"),
      { enableHighAccuracy: true, maximumAge: 5_000 },
    );
    // Where one was before the pause is better than nothing, and worse than what the device finds by then.
    if (this.#known) this.#tellIn(RETRY_MS);
    return undefined;
  }

  #rest(): void {
    clearTimeout(this.#timer);
    if (this.#watching !== undefined) this.#parts.geolocation?.clearWatch(this.#watching);
    this.#watching = undefined;
  }

  #found(position: PositionReport): void {
    this.#known = position;
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
    const position = this.#known;
    if (!position || this.#telling || this.#ended || this.#parts.page.visibilityState === "hidden") return;
    this.#telling = true;
    const at = this.#now();
    const result = await this.#parts.report(position);
    this.#telling = false;
    if (this.#ended) return;
    if (result === "ended") {
      this.stop();
      this.#parts.onEnded();
    } else if (result === "failed") {
      this.#parts.onStatus("failed");
      this.#tellIn(RETRY_MS);
    } else {
      this.#told = { position, at };
      this.#parts.onStatus("sent");
      this.#tellIn(this.#waitMs());
    }
  }

  /** So long until what is known is worth telling: later where it did not move. */
  #waitMs(): number {
    if (!this.#known || !this.#told) return 0;
    const { position, at } = this.#told;
    const minIntervalMs = distanceM(this.#known, position) >= MIN_MOVE_M ? MIN_INTERVAL_MS : stationaryIntervalMs();
    return Math.max(0, at + minIntervalMs - this.#now());
  }
}

export const positionFromPlace = ({ lat, lng, label }: Place): PositionReport => ({
  lat,
  lng,
  heading: null,
  address: label,
});

export const positionFromDevice = ({ latitude: lat, longitude: lng, heading }: DeviceCoords): PositionReport => ({
  lat,
  lng,
  // Devices that stand say that their heading is no number.
  heading: heading === null || Number.isNaN(heading) ? null : heading,
  address: null,
});
