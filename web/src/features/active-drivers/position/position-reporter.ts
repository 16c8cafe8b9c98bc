import type { LatLng, Place } from "@commonlane/contract/shapes";
import { distanceM } from "#shared/geo/great-circle.ts";
import type { PositionSource } from "./position-source.ts";
import { stationaryIntervalMs } from "./silence-timeouts.ts";

/** A position to report. */
export interface PositionReport extends LatLng {
  /** Degrees clockwise from north, if the device knows. */
  readonly heading: number | null;
  /** Name of a typed place. */
  readonly address: string | null;
}

/** Status of reporting. `denied`: location is blocked. `unavailable`: the device has no position. */
export type ReportingStatus = "waiting" | "sent" | "denied" | "unavailable" | "failed";

/** Result of a report: accepted, failed to send, or the driver is offline. */
export type ReportResult = "accepted" | "failed" | "ended";

/** Position from the device. */
export type DeviceCoords = Pick<GeolocationCoordinates, "latitude" | "longitude" | "heading">;

/** Required part of the browser's geolocation API. */
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
  readonly onStatus: (status: ReportingStatus) => void;
  /** The driver is offline; reporting has stopped. */
  readonly onEnded: () => void;
  readonly page: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
  readonly now?: () => number;
}

/** Smaller moves are not reported. */
const MIN_MOVE_M = 25;
/** Minimum interval between reports. */
const MIN_INTERVAL_MS = 3_000;
const RETRY_MS = 10_000;
const DENIED = 1;

/**
 * Reports the driver's position: after a sufficient move, throttled, and regularly without movement. Pauses while the
 * page is in the background. Returns a function that stops it.
 */
export function startReporting(options: ReporterOptions): () => void {
  const reporter = new PositionReporter(options);
  return () => reporter.stop();
}

class PositionReporter {
  readonly #options: ReporterOptions;
  readonly #now: () => number;
  #position: PositionReport | undefined;
  #lastReport:
    | {
        readonly position: PositionReport;
        readonly at: number;
      }
    | undefined;
  #watchId: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReporting = false;
  #isStopped = false;

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    if (options.source.from === "place") this.#position = positionFromPlace(options.source.place);
    options.page.addEventListener("visibilitychange", this.#onVisibilityChange);
    this.#onVisibilityChange();
  }

  stop(): void {
    this.#isStopped = true;
    this.#pause();
    this.#options.page.removeEventListener("visibilitychange", this.#onVisibilityChange);
  }

  readonly #onVisibilityChange = (): void => {
    if (this.#options.page.visibilityState === "hidden") this.#pause();
    else this.#resume();
  };

  #resume(): void {
    const { source, geolocation, onStatus } = this.#options;
    if (source.from === "place") return void this.#report();
    if (!geolocation) return onStatus("unavailable");
    this.#watchId ??= geolocation.watchPosition(
      ({ coords }) => this.#onPosition(positionFromDevice(coords)),
      ({ code }) => onStatus(code === DENIED ? "denied" : "unavailable"),
      { enableHighAccuracy: true, maximumAge: 5_000 },
    );
    // The last position from before the pause is a fallback until the device finds a new one.
    if (this.#position) this.#scheduleReport(RETRY_MS);
    return undefined;
  }

  #pause(): void {
    clearTimeout(this.#timer);
    if (this.#watchId !== undefined) this.#options.geolocation?.clearWatch(this.#watchId);
    this.#watchId = undefined;
  }

  #onPosition(position: PositionReport): void {
    this.#position = position;
    const delayMs = this.#delayMs();
    if (delayMs <= 0) void this.#report();
    else this.#scheduleReport(delayMs);
  }

  #scheduleReport(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#report(), ms);
  }

  async #report(): Promise<void> {
    clearTimeout(this.#timer);
    const position = this.#position;
    if (
      !position ||
      this.#isReporting ||
      this.#isStopped ||
      this.#options.page.visibilityState === "hidden"
    )
      return;
    this.#isReporting = true;
    const at = this.#now();
    const result = await this.#options.report(position);
    this.#isReporting = false;
    if (this.#isStopped) return;
    if (result === "ended") {
      this.stop();
      this.#options.onEnded();
    } else if (result === "failed") {
      this.#options.onStatus("failed");
      this.#scheduleReport(RETRY_MS);
    } else {
      this.#lastReport = { position, at };
      this.#options.onStatus("sent");
      this.#scheduleReport(this.#delayMs());
    }
  }

  /** Delay until the next report; longer without movement. */
  #delayMs(): number {
    if (!this.#position || !this.#lastReport) return 0;
    const { position, at } = this.#lastReport;
    const minIntervalMs =
      distanceM(this.#position, position) >= MIN_MOVE_M ? MIN_INTERVAL_MS : stationaryIntervalMs();
    return Math.max(0, at + minIntervalMs - this.#now());
  }
}

export function positionFromPlace({ lat, lng, label }: Place): PositionReport {
  return {
    lat,
    lng,
    heading: null,
    address: label,
  };
}

export const positionFromDevice = ({
  latitude: lat,
  longitude: lng,
  heading,
}: DeviceCoords): PositionReport => ({
  lat,
  lng,
  // Devices that do not move report a heading of NaN.
  heading: heading === null || Number.isNaN(heading) ? null : heading,
  address: null,
});
