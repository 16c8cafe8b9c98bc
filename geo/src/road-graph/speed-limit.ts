import type { Tags } from "../osm/osm-element.ts";
import type { Direction } from "./access.ts";

const KMH_PER_MILE = 1.609344;
const KMH_PER_KNOT = 1.852;
const WALKING_KMH = 7;
/** German motorways without a limit: what most people drive. */
const UNLIMITED_KMH = 130;
const MAX_KMH = 150;

/** Limits that go with a kind of area, by country; the first row is used for all others. */
const ZONES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "": {
    urban: 50,
    rural: 90,
    trunk: 100,
    motorway: 120,
    living_street: 10,
    walk: WALKING_KMH,
    school: 30,
    bicycle_road: 30,
    nsl_restricted: 48,
    nsl_single: 97,
    nsl_dual: 113,
  },
  AT: { rural: 100, motorway: 130 },
  BE: { rural: 70 },
  BY: { urban: 60 },
  CH: { rural: 80 },
  CZ: { motorway: 130 },
  DE: { rural: 100, trunk: 100, motorway: UNLIMITED_KMH },
  DK: { rural: 80, motorway: 130 },
  FI: { rural: 80 },
  FR: { rural: 80, trunk: 110, motorway: 130 },
  GB: {
    urban: 48,
    rural: 97,
    trunk: 113,
    motorway: 113,
    living_street: 32,
  },
  HU: { motorway: 130 },
  IE: { rural: 80 },
  IT: { trunk: 110, motorway: 130 },
  LI: { rural: 80 },
  NL: { rural: 80, motorway: 100 },
  NO: { rural: 80, motorway: 110 },
  PL: { motorway: 140 },
  RO: { motorway: 130 },
  RU: { urban: 60, motorway: 110 },
  SE: { rural: 70, motorway: 110 },
  UA: { motorway: 130 },
  UK: {
    urban: 48,
    rural: 97,
    trunk: 113,
    motorway: 113,
    living_street: 32,
  },
};

/** One limit as it is written in a tag, in km/h; undefined if it is none, such as "signals". */
function readLimit(text: string): number | undefined {
  const value = text.trim();
  const [, digits, unit = ""] =
    /^(\d{1,3}(?:\.\d{1,2})?) ?(|km\/h|kmh|kph|mph|knots)$/.exec(value) ?? [];
  if (digits !== undefined) {
    const kmh = Number(digits) * kmhPer(unit);
    return kmh >= 3 ? Math.min(kmh, MAX_KMH) : undefined;
  }
  if (value === "none") return UNLIMITED_KMH;
  if (value === "walk") return WALKING_KMH;
  return readZone(value);
}

function kmhPer(unit: string): number {
  if (unit === "mph") return KMH_PER_MILE;
  return unit === "knots" ? KMH_PER_KNOT : 1;
}

/** Such as "DE:urban", "CH:zone30", "BE:zone:30", "DE:30" or "GB:nsl_dual". */
function readZone(value: string): number | undefined {
  const [, country, area = ""] =
    /^([A-Z]{2})(?:-[A-Z]{2,3})?:([a-z0-9_:]{2,20})$/.exec(value) ?? [];
  if (country === undefined) return undefined;

  const kmh = /^(?:zone:?)?(\d{2})$/.exec(area)?.[1];
  if (kmh !== undefined) return Number(kmh);
  return ZONES[country]?.[area] ?? ZONES[""]?.[area];
}

const DIRECT_KEYS = ["maxspeed:motorcar", "maxspeed"];
const SOURCE_KEYS = ["maxspeed:type", "source:maxspeed", "zone:maxspeed", "zone:traffic"];

/** The speed limit of a direction in km/h, also if only its reason is tagged; undefined if none is. */
export function speedLimitOf(tags: Tags, direction: Direction): number | undefined {
  const keys = DIRECT_KEYS.flatMap((key) => [`${key}:${direction}`, key]);
  for (const key of [...keys, ...SOURCE_KEYS]) {
    // Lanes with limits of their own: the lowest.
    const limits = (tags[key] ?? "").split(/[;|]/).map(readLimit);
    const known = limits.filter((limit) => limit !== undefined);
    if (known.length > 0) return Math.min(...known);
  }
  return undefined;
}

/** Whether tags say that a road is in a built-up area, or outside of one; undefined if they do not. */
export function taggedBuiltUp(tags: Tags): boolean | undefined {
  for (const key of ["maxspeed", ...SOURCE_KEYS]) {
    const area = tags[key]?.split(":")[1];
    if (area === "urban" || area?.startsWith("zone") === true) return true;
    if (area === "rural" || area?.startsWith("nsl_") === true) return false;
  }
  return undefined;
}
