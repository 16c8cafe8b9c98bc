const WAIT_MS = 8000;
const OLD_MS = 60_000;

/** Where this device is, asked once. Throws where it does not know or the browser may not say. */
export const devicePosition = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    // Without a secure connection browsers have none.
    if (!("geolocation" in navigator)) reject(new Error("no geolocation"));
    else navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: WAIT_MS, maximumAge: OLD_MS });
  });

/** Whether the browser may say where it is without asking first. */
export async function mayBeAsked(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    return false;
  }
}
