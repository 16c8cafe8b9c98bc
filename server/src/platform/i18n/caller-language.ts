import { chooseLanguage, type Language } from "@commonlane/contract/languages";
import type { Context } from "../context.ts";
import { type LocalText, renderText } from "./translate.ts";

/**
 * Which language a text is in is decided here and in `page-language.ts`, which reads it from a request: the account's
 * setting, else what the request asks for, else the community's.
 */

/** Language of the request under way; outside of requests the community's. */
export const callerLanguage = ({
  language,
  community,
}: Pick<Context, "language" | "community">): Language => language ?? community.language;

/** A text for the reply to the request under way. */
export const inCallerLanguage = (
  ctx: Pick<Context, "language" | "community">,
  text: LocalText,
): string => renderText(callerLanguage(ctx), text);

/** A reason that a person or, in English, the product itself has stored. */
export const reasonInCallerLanguage = (
  ctx: Pick<Context, "language" | "community">,
  reason: string | null,
): string | null => reason && inCallerLanguage(ctx, reason);

/** What an account says about the language of its owner. */
export interface AccountLanguage {
  /** BCP 47 tag chosen in the settings. */
  readonly locale: string | null;
  /** Language that its browser last used. */
  readonly browser_language: string | null;
}

/** Language of e-mails and pushes to an account: its setting, else the one its browser last used, else the community's. */
export const languageOfAccount = (
  account: AccountLanguage | undefined,
  { language }: Pick<Context["community"], "language">,
): Language => chooseLanguage([account?.locale ?? "", account?.browser_language ?? ""], language);
