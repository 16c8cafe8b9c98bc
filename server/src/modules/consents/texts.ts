import { createHash } from "node:crypto";
import { BUILT_IN_LEGAL_REVISION, type LegalPageName, legalPageNames } from "@commonlane/contract/community";
import { readLegalTexts } from "#platform/http/legal-texts.ts";
import type { Settings } from "#platform/settings.ts";

/** A legal text that is in force. */
export interface LegalText {
  readonly document: LegalPageName;
  /** The digest of what it says. */
  readonly version: string;
  readonly updated: string;
  /** Null where it is the product's own, which the release says. */
  readonly body: string | null;
}

const known = new WeakMap<Settings, readonly LegalText[]>();

/** The texts as they were at the start. */
export function textsInForce(settings: Settings): readonly LegalText[] {
  const read = known.get(settings) ?? readAll(settings);
  known.set(settings, read);
  return read;
}

function readAll({ LEGAL_DIR, LEGAL_UPDATED: updated }: Settings): readonly LegalText[] {
  const own = readLegalTexts(LEGAL_DIR);
  return legalPageNames.map((document) => {
    const body = own.get(document) ?? null;
    const said = body ?? `built in ${BUILT_IN_LEGAL_REVISION}`;
    const version = createHash("sha256").update(`${updated}\n${said}`).digest("hex").slice(0, 16);
    return { document, version, updated, body };
  });
}
