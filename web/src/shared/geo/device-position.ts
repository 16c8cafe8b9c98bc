const TIMEOUT_MS = 8000;
const MAX_AGE_MS = 60_000;

/** Where this device is, asked once. Throws where it does not know or the browser may not say. */
export const getDevicePosition = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    // Without a secure connection browsers have none.
    if (!("geolocation" in navigator)) reject(new Error("no geolocation"));
    else navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS });
  });

/** Whether the browser may say where it is without asking first. */
export async function isGeolocationGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    return false;
  }
}
