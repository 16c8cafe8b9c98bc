/** A copy of a reply in which each place, an object with `label`, `lat` and `lng`, has its label translated. */
export function mapPlaceLabels(reply: unknown, translate: (label: string) => string): unknown {
  if (Array.isArray(reply)) return reply.map((item) => mapPlaceLabels(item, translate));
  if (typeof reply !== "object" || reply === null) return reply;
  const copy = Object.fromEntries(Object.entries(reply).map(([key, value]) => [key, mapPlaceLabels(value, translate)]));
  const { label, lat, lng } = copy;
  return typeof label === "string" && typeof lat === "number" && typeof lng === "number"
    ? { ...copy, label: translate(label) }
    : copy;
}
