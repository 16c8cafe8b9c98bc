import type { LatLng } from "@commonlane/contract/shapes";

const OPTIONS: PositionOptions = { timeout: 8000, maximumAge: 60_000 };

/** The device's position, once. Rejects if the user or the device refuses. */
export async function getCurrentPosition(): Promise<LatLng> {
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, OPTIONS),
  );
  return { lat: coords.latitude, lng: coords.longitude };
}
