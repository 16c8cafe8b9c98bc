/**
 * A zone with the same times in today's rules, for newer names and zones that an older phone or server does not know yet.
 */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  "America/Ciudad_Juarez": "America/Denver",
  "America/Coyhaique": "America/Punta_Arenas",
  "America/Nuuk": "America/Godthab",
  "Asia/Kolkata": "Asia/Calcutta",
  "Asia/Kathmandu": "Asia/Katmandu",
  "Asia/Qostanay": "Asia/Qyzylorda",
  "Asia/Yangon": "Asia/Rangoon",
  "Europe/Kyiv": "Europe/Kiev",
  "Pacific/Kanton": "Pacific/Enderbury",
};

/** Callers send any names, so the answers for them are limited. */
const KNOWN_MAX = 2_000;
const known = new Map<string, boolean>();

/** Whether this machine can calculate with the zone. Its data may be older than those of others. */
export function isKnownTimeZone(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;

  const result = canFormat(name);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(name, result);
  return result;
}

function canFormat(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The zone, or one with the same times, or `fallback`: none that this machine does not know. */
export function usableTimeZone(name: string | undefined, fallback: string): string {
  if (name === undefined) return fallback;
  if (isKnownTimeZone(name)) return name;

  const older = OLDER_NAMES[name];
  return older !== undefined && isKnownTimeZone(older) ? older : fallback;
}
