/** Times of stops: they leave the server in whole minutes only (domain/time:one-minute). */
const STOP_TIMES: ReadonlySet<string> = new Set([
  "arrivesAt",
  "departsAt",
  "dropoffAt",
  "eta",
  "pickupAt",
]);
/** Errors about a time have a text in its place. */
const WITH_SECONDS = /T\d\d:\d\d:(?!00\.000Z$)/;

/** Throws if a reply has a time of a stop with seconds: every surface would cut or round it by itself. */
export function assertShownTimes(body: unknown): void {
  if (Array.isArray(body)) for (const item of body) assertShownTimes(item);
  if (typeof body !== "object" || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    const times = STOP_TIMES.has(name) ? [value].flat() : [];
    for (const at of times)
      if (typeof at === "string" && WITH_SECONDS.test(at))
        throw new Error(`${name} is shown with seconds: ${at}`);
    assertShownTimes(value);
  }
}
