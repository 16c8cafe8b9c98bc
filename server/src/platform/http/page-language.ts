import {
  findLanguage,
  isLanguage,
  type Language,
  LANGUAGE_COOKIE,
  parseAcceptLanguage,
} from "@commonlane/contract/languages";
import type { FastifyRequest } from "fastify";
import { type DistanceUnit, REGIONS_WITH_MILES } from "@commonlane/contract/community";
import { timeZoneAt } from "#platform/time-zone.ts";

const ZONES_WITH_MILES: ReadonlySet<string> = new Set(
  REGIONS_WITH_MILES.flatMap((code) => new Intl.Locale(`und-${code}`).getTimeZones() ?? []),
);

/** Set with the refresh cookie and readable by scripts (modules/accounts/sessions/refresh-cookie.ts). */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?commonlane_session=open(?:;|$)/;

const COOKIE = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([a-z]+)(?:;|$)`);
const YEAR_S = 31_536_000;

type PageRequest = Pick<FastifyRequest, "url" | "headers">;

/** The language that a link of the language menu asks for with `?lang=`. */
export function askedLanguage({ url }: Pick<PageRequest, "url">): Language | undefined {
  const query = url.indexOf("?");
  const asked = query === -1 ? null : new URLSearchParams(url.slice(query)).get("lang");
  return asked !== null && isLanguage(asked) ? asked : undefined;
}

/**
 * Language of a page: asked for in the address, else chosen on the device, else preferred by the browser, else the
 * community's. Replies vary by the headers in PAGE_LANGUAGE_VARY.
 */
export function pageLanguage(request: PageRequest, fallback: Language): Language {
  return readerLanguage(request) ?? fallback;
}

/** The language that a request names; undefined if it leaves the choice to the server, as programs do. */
export function readerLanguage(
  request: PageRequest & { readonly accountLanguage?: Language | undefined },
): Language | undefined {
  const { cookie = "", "accept-language": accepted = "" } = request.headers;
  const preferences = [COOKIE.exec(cookie)?.[1] ?? "", ...parseAcceptLanguage(accepted)];
  return (
    request.accountLanguage ??
    askedLanguage(request) ??
    preferences.map(findLanguage).find((found) => found !== undefined)
  );
}

/**
 * Language of an API reply: the setting of the caller's account, else what the request asks for, else the community's.
 * Replies vary by the headers in PAGE_LANGUAGE_VARY.
 */
export const replyLanguage = (
  request: PageRequest & { readonly accountLanguage?: Language | undefined },
  fallback: Language,
): Language => readerLanguage(request) ?? fallback;

export const PAGE_LANGUAGE_VARY = "accept-language, cookie";

/** The cookie that remembers a choice; scripts read and change it. */
export const languageCookie = (language: Language, isSecure: boolean): string =>
  `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${isSecure ? "; Secure" : ""}`;

/** Whether the browser says that it has a session. Only a hint: anybody can send this cookie. */
export function saysSignedIn({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return SESSION_COOKIE.test(headers.cookie ?? "");
}

/** The unit of road signs at a position, by the country that its time zone belongs to. */
export function distanceUnitAt(position: { lat: number; lng: number }): DistanceUnit {
  return ZONES_WITH_MILES.has(timeZoneAt(position)) ? "mile" : "kilometer";
}
