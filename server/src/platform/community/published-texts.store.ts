import type { LegalPageName } from "@commonlane/contract/community";
import type { Language } from "@commonlane/contract/languages";
import type { Db } from "../db/database.ts";

/** A legal text in force. */
export interface PublishedText {
  readonly page: LegalPageName;
  readonly language: Language;
  readonly version: number;
  readonly body: string;
  readonly publishedAt: Date;
}

export interface PublishedTexts {
  readonly texts: readonly PublishedText[];
  /** The latest publication of each page that asked members to agree again, in any language. */
  readonly agreements: readonly Omit<PublishedText, "body">[];
}

export const NO_TEXTS: PublishedTexts = {
  texts: [],
  agreements: [],
};

/** The newest published version of each page and language; a withdrawn one does not bring back an earlier one. */
export async function findPublishedTexts(db: Db): Promise<PublishedTexts> {
  const published = await db
    .selectFrom("legal_text")
    .distinctOn(["page", "language"])
    .select(["page", "language", "version", "body", "published_at as publishedAt", "withdrawn_at"])
    .where("published_at", "is not", null)
    .orderBy("page")
    .orderBy("language")
    .orderBy("version", "desc")
    .$narrowType<{ publishedAt: Date }>()
    .execute();
  const agreements = await db
    .selectFrom("legal_text")
    .distinctOn("page")
    .select(["page", "language", "version", "published_at as publishedAt"])
    .where("agree_again", "=", true)
    .orderBy("page")
    .orderBy("published_at", "desc")
    .orderBy("language")
    .$narrowType<{ publishedAt: Date }>()
    .execute();
  const texts = published.flatMap(({ withdrawn_at, ...text }) =>
    withdrawn_at === null ? [text] : [],
  );
  return { texts, agreements };
}
