import {
  chooseLanguage,
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
  parseAcceptLanguage,
} from "@commonlane/contract/languages";
import type { FastifyRequest } from "fastify";

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
  const { cookie = "", "accept-language": accepted = "" } = request.headers;
  const chosen = COOKIE.exec(cookie)?.[1];
  return (
    askedLanguage(request) ?? chooseLanguage([...(chosen ? [chosen] : []), ...parseAcceptLanguage(accepted)], fallback)
  );
}

/**
 * Language of an API reply: the setting of the caller's account, else what the request asks for, else the community's.
 * Replies vary by the headers in PAGE_LANGUAGE_VARY.
 */
export const replyLanguage = (
  request: PageRequest & { readonly accountLanguage?: Language | undefined },
  fallback: Language,
): Language => request.accountLanguage ?? pageLanguage(request, fallback);

export const PAGE_LANGUAGE_VARY = "accept-language, cookie";

/** The cookie that remembers a choice; scripts read and change it. */
export const languageCookie = (language: Language, isSecure: boolean): string =>
  `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
