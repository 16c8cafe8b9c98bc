import { foldName } from "../name-matching.ts";
import type { CollectedPlace } from "./collect-elements.ts";
import { flatDistanceM } from "./outlines.ts";

/** Objects with one name and kind that are no further apart are one place: the two sides of a bus stop, for example. */
const SAME_PLACE_M = 150;
/** A station has platforms and stops with its name. */
const SAME_STATION_M = 400;

interface Merged {
  readonly members: CollectedPlace[];
}

/** Merges objects that are one place for people; the result is where the most central of them is. */
export function mergePlaces(places: readonly CollectedPlace[]): CollectedPlace[] {
  const groups = new Map<string, Merged[]>();
  // Stations first, so that stops find theirs.
  for (const place of places.toSorted((a, b) => b.importance - a.importance || a.id - b.id)) {
    const key = foldName(place.name);
    const group = groups.get(key) ?? [];
    const same = group.find(({ members }) => members.some((member) => isSame(member, place)));
    if (same) same.members.push(place);
    else group.push({ members: [place] });
    groups.set(key, group);
  }
  return [...groups.values()].flat().map(({ members }) => mergeMembers(members));
}

function isSame(a: CollectedPlace, b: CollectedPlace): boolean {
  const metres = flatDistanceM(a.lat, a.lng, b.lat, b.lng);
  if (a.kind === "station" && (b.kind === "station" || b.kind === "stop"))
    return metres <= SAME_STATION_M;
  return a.kind === b.kind && metres <= SAME_PLACE_M;
}

function mergeMembers(members: readonly CollectedPlace[]): CollectedPlace {
  const [first] = members;
  if (!first) throw new Error("no members");
  if (members.length === 1) return first;
  const own = members.filter(({ kind }) => kind === first.kind);
  const centre = {
    lat: own.reduce((sum, { lat }) => sum + lat, 0) / own.length,
    lng: own.reduce((sum, { lng }) => sum + lng, 0) / own.length,
  };
  const distance = ({ lat, lng }: CollectedPlace) =>
    flatDistanceM(lat, lng, centre.lat, centre.lng);
  const middle = own.reduce(
    (best, member) => (distance(member) < distance(best) ? member : best),
    first,
  );
  const aliases = new Set(members.flatMap(({ name, aliases }) => [name, ...aliases]));
  aliases.delete(first.name);
  const stated = (pick: (member: CollectedPlace) => string) =>
    members.map(pick).find((text) => text !== "") ?? "";
  return {
    ...first,
    // The smallest id of the group, so that it stays the same when a member moves.
    id: Math.min(...own.map(({ id }) => id)),
    lat: middle.lat,
    lng: middle.lng,
    aliases: [...aliases],
    town: stated(({ town }) => town),
    postcode: stated(({ postcode }) => postcode),
  };
}
