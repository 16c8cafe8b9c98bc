import type { LatLng } from "@commonlane/contract/shapes";
import type { SharedTrip, TripSharingState } from "./shared-trip.ts";

/** Positions are sent at most this often, and this often without movement. */
const MIN_INTERVAL_MS = 5_000;
const STATIONARY_INTERVAL_MS = 30_000;
/** GeolocationPositionError.PERMISSION_DENIED */
const DENIED = 1;
const OPTIONS: PositionOptions = {
  enableHighAccuracy: true,
  maximumAge: 5_000,
};
/** A device at rest may not report again to a second watcher, so the first position may be one that is known. */
const FIRST_OPTIONS: PositionOptions = {
  enableHighAccuracy: true,
  maximumAge: 60_000,
};

interface SendPositionsOptions {
  readonly trip: SharedTrip;
  readonly geolocation: Pick<Geolocation, "watchPosition" | "clearWatch" | "getCurrentPosition">;
  /** Rejects if the server was not reached; false if no one may see the position any more. */
  readonly send: (position: LatLng) => Promise<boolean>;
  readonly onState: (state: TripSharingState) => void;
}

/** Sends the device's position from the start of the trip's sharing on. Returns a function that stops it. */
export function sendPositions({
  trip,
  geolocation,
  send,
  onState,
}: SendPositionsOptions): () => void {
  let watchId: number | undefined;
  let repeatTimer: ReturnType<typeof setInterval> | undefined;
  let laterTimer: ReturnType<typeof setTimeout> | undefined;
  let sentAtMs = 0;
  let isStopped = false;

  const report = (state: TripSharingState) => {
    if (!isStopped) onState(state);
  };
  const onPosition = async ({ coords }: Pick<GeolocationPosition, "coords">) => {
    // A device that was asked before may answer much later.
    if (isStopped) return;
    clearTimeout(laterTimer);
    const waitMs = sentAtMs + MIN_INTERVAL_MS - Date.now();
    if (waitMs > 0) {
      // The last of several positions is the one that counts.
      laterTimer = setTimeout(() => void onPosition({ coords }), waitMs);
      return;
    }
    sentAtMs = Date.now();
    try {
      const isSeen = await send({
        lat: coords.latitude,
        lng: coords.longitude,
      });
      report(isSeen ? "sent" : "ended");
    } catch {
      report("failed");
    }
  };
  const onError = ({ code }: Pick<GeolocationPositionError, "code">) =>
    report(code === DENIED ? "denied" : "unavailable");
  const receive = (position: GeolocationPosition) => void onPosition(position);
  const start = () => {
    onState("waiting");
    geolocation.getCurrentPosition(receive, () => {}, FIRST_OPTIONS);
    watchId = geolocation.watchPosition(receive, onError, OPTIONS);
    repeatTimer = setInterval(
      () => geolocation.getCurrentPosition(receive, () => {}, OPTIONS),
      STATIONARY_INTERVAL_MS,
    );
  };

  const waitMs = Date.parse(trip.from) - Date.now();
  if (waitMs > 0) onState("later");
  const startTimer = setTimeout(start, Math.max(0, waitMs));
  return () => {
    isStopped = true;
    clearTimeout(startTimer);
    clearTimeout(laterTimer);
    clearInterval(repeatTimer);
    if (watchId !== undefined) geolocation.clearWatch(watchId);
  };
}
