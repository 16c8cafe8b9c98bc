import type { MapStop } from "#shared/map/map-types.ts";
import { timeText, townOf } from "#shared/wording/wording.ts";
import { departureOf, zoneOf } from "./departure.ts";
import type { RideDraft } from "./ride-draft.ts";
import { previewOf } from "./way-preview.ts";

/** The places of a draft that are chosen, as a map shows them. */
export function mapStops(draft: RideDraft): MapStop[] {
  const chosen = [
    { kind: "start" as const, choice: draft.origin },
    ...draft.stops.map(({ choice }) => ({ kind: "stop" as const, choice })),
    { kind: "end" as const, choice: draft.destination },
  ].flatMap(({ kind, choice }) => (choice.place ? [{ kind, place: choice.place }] : []));
  const { afterS } = previewOf(chosen.map(({ place }) => place));
  const departs = draft.origin.place ? departureOf(draft) : undefined;
  const zone = zoneOf(draft);
  return chosen.map(({ kind, place: { label, lat, lng } }, n) => {
    const at = departs && new Date(departs.getTime() + (afterS[n] ?? 0) * 1000);
    return { kind, lat, lng, label: townOf(label), time: at && timeText(at.toISOString(), zone) };
  });
}
