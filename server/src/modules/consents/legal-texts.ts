import { createHash } from "node:crypto";
import { BUILT_IN_LEGAL_REVISION, type LegalPageName, legalPageNames } from "@commonlane/contract/community";
import { type OperatorText, readLegalTexts } from "#platform/http/web-app/legal-texts.ts";
import type { Settings } from "#platform/settings.ts";

/** A current legal text. */
export interface LegalText {
  readonly document: LegalPageName;
  /** Digest of the text. */
  readonly version: string;
  readonly updated: string;
  /** Null for built-in texts, which are part of the release. */
  readonly body: string | null;
}

const cache = new WeakMap<Settings, readonly LegalText[]>();

/** Legal texts as of the start of the server. */
export function currentLegalTexts(settings: Settings): readonly LegalText[] {
  const texts = cache.get(settings) ?? readLegalVersions(settings);
  cache.set(settings, texts);
  return texts;
}

function readLegalVersions({ LEGAL_DIR, LEGAL_UPDATED: updated }: Settings): readonly LegalText[] {
  const customTexts = readLegalTexts(LEGAL_DIR);
  return legalPageNames.map((document) => {
    const custom = customTexts.get(document);
    const body = custom ? joinTranslations(custom) : null;
    const content = body ?? `built in ${BUILT_IN_LEGAL_REVISION}`;
    const version = createHash("sha256").update(`${updated}\n${content}`).digest("hex").slice(0, 16);
    return { document, version, updated, body };
  });
}

/** All that users agree to: a changed translation is a changed text. */
const joinTranslations = ({ text, translations }: OperatorText): string =>
  [text, ...[...translations].map(([language, translation]) => `[${language}]\n${translation}`)].join("\n\n");
