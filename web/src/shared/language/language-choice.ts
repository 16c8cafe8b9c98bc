import {
  chooseLanguage,
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
} from "@commonlane/contract/languages";
import { communitySettings } from "../community-settings.ts";

const COOKIE = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([^;]*)`);
const YEAR_S = 31_536_000;

/**
 * Language of the page when it opens: the one in its address (`?lang=`), which is then remembered and removed, else the
 * one chosen on this device, else the one that the server chose for the page.
 */
export function takeFirstLanguage(): Language {
  const address = new URL(location.href);
  const asked = address.searchParams.get("lang") ?? "";
  if (isLanguage(asked)) {
    rememberLanguage(asked);
    address.searchParams.delete("lang");
    history.replaceState(history.state, "", address);
    return asked;
  }
  const chosen = COOKIE.exec(document.cookie)?.[1];
  return chooseLanguage([chosen ?? "", document.documentElement.lang], communitySettings.language);
}

/** Language of a browser in which none was chosen. */
export const deviceLanguage = (): Language =>
  chooseLanguage(navigator.languages, communitySettings.language);

/** Remembers the choice on this device, so that the next page arrives in this language; null forgets it. */
export function rememberLanguage(language: Language | null): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const value = language === null ? "; Max-Age=0" : `${language}; Max-Age=${YEAR_S}`;
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in Firefox before 140
  document.cookie = `${LANGUAGE_COOKIE}=${value}; Path=/; SameSite=Lax${secure}`;
}
