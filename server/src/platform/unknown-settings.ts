import { SETTING_NAMES } from "./settings.ts";

/** First words of our settings and of settings of similar services, but not of system variables. */
const KNOWN_PREFIXES =
  /^(?:BASEMAP|CAPTCHA|COMMUNITY|DATABASE|EMAIL|GEOCODER|IMAP|LDAP|LEGAL|MAIL|OAUTH2?|OIDC|PUBLIC|RATE_LIMIT|RATING|REDIS|ROUTER|SAML|SMTP|SUPPORT|TRUST)_/;
/** Kubernetes and Docker set these for every service called REDIS, DATABASE and so on. */
const CONTAINER_VARIABLES = /_SERVICE_(?:HOST|PORT)|_PORT(?:_\d|$)/;
/** Used by tests, which start servers with their own environment. */
const TEST_VARIABLES = new Set(["REDIS_SERVER"]);
const TYPO_CHECK_MIN_LENGTH = 7;
const MAX_TYPOS = 2;

/** Variables that look like settings but are not, each with the closest setting. Never includes values. */
export function findUnknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (!/^[A-Z][A-Z0-9_]+$/.test(name) || SETTING_NAMES.includes(name) || TEST_VARIABLES.has(name))
      return [];
    const suggestion =
      name.length < TYPO_CHECK_MIN_LENGTH
        ? undefined
        : SETTING_NAMES.find((setting) => levenshteinDistance(name, setting) <= MAX_TYPOS);
    if (suggestion !== undefined) return [`${name} (did you mean ${suggestion}?)`];
    return KNOWN_PREFIXES.test(name) && !CONTAINER_VARIABLES.test(name) ? [name] : [];
  });
}

/** Levenshtein distance: the number of characters to change, add or remove. */
function levenshteinDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_TYPOS) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? Infinity;
}
