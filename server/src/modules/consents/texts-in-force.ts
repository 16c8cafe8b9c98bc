import { createHash } from "node:crypto";
import {
  BUILT_IN_LEGAL_REVISION,
  consentPageNames,
  type ConsentPageName,
} from "@commonlane/contract/community";
import { findOwnLegalText, legalFiles } from "#platform/community/legal-texts.ts";
import type { Context } from "#platform/context.ts";
import { formatDay } from "#platform/i18n/formats.ts";

/** A current legal text that members agree to. */
export interface AgreedText {
  readonly document: ConsentPageName;
  /** Changes when members must agree again. */
  readonly version: string;
  readonly updated: string;
  /** Null for built-in texts, which are part of the release. */
  readonly body: string | null;
}

/** The texts in force. */
export const currentLegalTexts = (ctx: Context): readonly AgreedText[] =>
  consentPageNames.map((document) => findAgreedText(ctx, document));

/**
 * A file or a built-in text counts as new whenever it changes. A text from the console counts as new when its
 * administrator decided so, in whichever language.
 */
function findAgreedText(ctx: Context, document: ConsentPageName): AgreedText {
  const { settings, community, language = community.language } = ctx;
  const updated = settings.LEGAL_UPDATED;
  const file = legalFiles(settings).get(document) ?? null;
  const { texts, agreements } = community.publishedTexts;
  const hasOwnText = file === null && texts.some(({ page }) => page === document);
  const agreement = hasOwnText && agreements.find(({ page }) => page === document);
  if (!agreement) {
    const content = file ?? `built in ${BUILT_IN_LEGAL_REVISION}`;
    return {
      document,
      version: digest(`${updated}\n${content}`),
      updated,
      body: file,
    };
  }
  return {
    document,
    version: digest(
      `published ${agreement.language} ${agreement.version} ${agreement.publishedAt.toISOString()}`,
    ),
    updated: formatDay(language, agreement.publishedAt),
    body: findOwnLegalText(ctx, document, community.language)?.body ?? null,
  };
}

const digest = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 16);
