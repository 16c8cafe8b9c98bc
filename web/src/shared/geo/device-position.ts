import type { LatLng } from "@commonlane/contract/shapes";

const OPTIONS: PositionOptions = {
  timeout: 8000,
  maximumAge: 60_000,
};

/** Current position of the device. Rejects if it is unknown or the browser has no permission. */
export const getDevicePosition = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    // Browsers without a secure connection have no geolocation.
    if (!("geolocation" in navigator)) reject(new Error("no geolocation"));
    else navigator.geolocation.getCurrentPosition(resolve, reject, OPTIONS);
  });

/** Coordinates of the device's position. Rejects as `getDevicePosition` does. */
export async function getCurrentPosition(): Promise<LatLng> {
  const { coords } = await getDevicePosition();
  return {
    lat: coords.latitude,
    lng: coords.longitude,
  };
}

/** True if the browser may use the position without asking. */
export async function isGeolocationGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    return false;
  }
}
