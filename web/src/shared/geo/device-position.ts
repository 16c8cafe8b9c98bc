const TIMEOUT_MS = 8000;
const MAX_AGE_MS = 60_000;

/** Current position of the device. Rejects if it is unknown or the browser has no permission. */
export const getDevicePosition = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    // Browsers without a secure connection have no geolocation.
    if (!("geolocation" in navigator)) reject(new Error("no geolocation"));
    else
      navigator.geolocation.getCurrentPosition(resolve, reject, {
        timeout: TIMEOUT_MS,
        maximumAge: MAX_AGE_MS,
      });
  });

/** True if the browser may use the position without asking. */
export async function isGeolocationGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    return false;
  }
}
