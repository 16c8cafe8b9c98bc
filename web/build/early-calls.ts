/**
 * Calls that the first render of a signed-in screen makes, by the screen's route. The early script asks for them as soon
 * as the session is renewed, long before the scripts have arrived that would. `:uid` is the user's id, other names are
 * parts of the page's address. A call must be written as the app makes it: e2e/early-calls.slow.spec.ts finds one that
 * is not taken.
 */
export const EARLY_CALLS: Readonly<Record<string, readonly string[]>> = {
  "/home": [
    "/api/rides/my/:uid?coming=true&limit=100",
    "/api/rides/my-requests?coming=true&limit=100",
    "/api/rides/incoming-requests?limit=30&status=pending",
    "/api/requests/my?limit=30&status=open",
    "/api/ratings/due",
  ],
  "/seek": ["/api/requests/my?limit=30&status=open"],
  "/host": ["/api/firebase-auth/profile"],
  "/requests": ["/api/rides/incoming-requests?limit=30&status=pending"],
  "/rides/:rideId": ["/api/rides/:rideId"],
};
