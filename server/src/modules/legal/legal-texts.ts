import {
  consentPageNames,
  type LegalPageName,
  legalPageNames,
} from "@commonlane/contract/community";
import type { HandlerResult, ParsedInput } from "@commonlane/contract/endpoint";
import type { legal, LegalText, LegalTextEditor } from "@commonlane/contract/legal";
import { type Language, LANGUAGES } from "@commonlane/contract/languages";
import { message, type Message } from "@commonlane/contract/message";
import { recordTeamAction, findModeratedPeople } from "#modules/moderation/index.ts";
import { changeCommunity } from "#platform/community/change-community.ts";
import {
  findOwnLegalText,
  LEGAL_FILES_VARIABLE,
  legalFiles,
} from "#platform/community/legal-texts.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { translatorFor } from "#platform/i18n/translate.ts";
import {
  deleteDraft,
  findDraftKeys,
  findVersionBody,
  findVersions,
  insertDraft,
  publishDraft,
  type TextKey,
  updateDraft,
  withdrawPublished,
} from "./legal-texts.store.ts";

/** The community's own text of a page in force. Throws not_found if there is none. */
export function getLegalText(
  ctx: Context,
  page: LegalPageName,
  language: Language | undefined,
): LegalText {
  const text = findOwnLegalText(ctx, page, language ?? ctx.language ?? ctx.community.language);
  if (!text) throw new Problem("not_found");
  return text;
}

const languagesIn = (keys: readonly TextKey[], page: LegalPageName) =>
  LANGUAGES.filter((language) =>
    keys.some((key) => key.page === page && key.language === language),
  );

export async function listLegalPages(ctx: Context): Promise<HandlerResult<typeof legal.overview>> {
  const drafts = await findDraftKeys(ctx);
  const { texts } = ctx.community.publishedTexts;
  return {
    items: legalPageNames.map((page) => ({
      page,
      fixedBy: fixingVariable(ctx, page),
      published: languagesIn(texts, page),
      drafts: languagesIn(drafts, page),
    })),
  };
}

export async function getEditor(ctx: Context, key: TextKey): Promise<LegalTextEditor> {
  const versions = await findVersions(ctx, key);
  const people = await findModeratedPeople(
    ctx,
    versions.flatMap(({ saved_by, published_by }) => [saved_by ?? [], published_by ?? []].flat()),
  );
  const person = (uid: string | null) => (uid === null ? null : (people.get(uid) ?? null));
  const draft = versions.find(({ published_at }) => published_at === null);
  const latest = versions.find(({ published_at }) => published_at !== null);
  const published = latest?.withdrawn_at === null ? latest : undefined;
  const bodyOf = async (version: number) => (await findVersionBody(ctx, key, version)) ?? "";
  return {
    ...key,
    fixedBy: fixingVariable(ctx, key.page),
    draft: draft
      ? {
          version: draft.version,
          revision: draft.revision,
          body: await bodyOf(draft.version),
        }
      : null,
    published: published
      ? {
          version: published.version,
          body: await bodyOf(published.version),
        }
      : null,
    versions: versions.map((row) => ({
      version: row.version,
      savedAt: row.saved_at.toISOString(),
      savedBy: person(row.saved_by),
      publishedAt: row.published_at?.toISOString() ?? null,
      publishedBy: person(row.published_by),
      agreeAgain: row.agree_again,
      withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    })),
    template: fillTemplate(ctx, key),
  };
}

export async function getVersion(ctx: Context, key: TextKey, version: number) {
  const body = await findVersionBody(ctx, key, version);
  if (body === undefined) throw new Problem("not_found");
  return { version, body };
}

/** Starts or changes the draft. Throws text_changed if another administrator was faster, and setting_fixed. */
export function saveDraft(
  ctx: Context,
  byUid: string,
  key: TextKey,
  { body, revision }: ParsedInput<typeof legal.saveDraft>["body"],
): Promise<LegalTextEditor> {
  assertNotFixed(ctx, key.page);
  return transaction(ctx, async (ctx) => {
    const isSaved =
      revision === null
        ? await insertDraft(ctx, key, { body, byUid })
        : await updateDraft(ctx, key, {
            body,
            byUid,
            revision,
          });
    if (!isSaved) throw new Problem("text_changed");
    await logChange(ctx, byUid, "saveDraft", key);
    return getEditor(ctx, key);
  });
}

/** Idempotent. */
export function discardDraft(ctx: Context, byUid: string, key: TextKey): Promise<LegalTextEditor> {
  return transaction(ctx, async (ctx) => {
    if (await deleteDraft(ctx, key)) await logChange(ctx, byUid, "discardDraft", key);
    return getEditor(ctx, key);
  });
}

/**
 * Publishes the draft. It applies in this process before this returns, in the others soon afterwards. Throws
 * text_changed if it is not the draft that the administrator saw, and setting_fixed.
 */
export async function publishText(
  ctx: Context,
  byUid: string,
  key: TextKey,
  { version, revision, agreeAgain }: ParsedInput<typeof legal.publish>["body"],
): Promise<LegalTextEditor> {
  assertNotFixed(ctx, key.page);
  const asksMembers = agreeAgain && consentPageNames.some((page) => page === key.page);
  return changeCommunity(ctx, async (ctx) => {
    const publication = {
      version,
      revision,
      agreeAgain: asksMembers,
      byUid,
    };
    if (!(await publishDraft(ctx, key, publication))) throw new Problem("text_changed");
    await logChange(ctx, byUid, "publish", key, {
      version,
      agreeAgain: asksMembers,
    });
    return getEditor(ctx, key);
  });
}

/** Takes the text off its page, which then shows what comes with the product. Throws not_found and setting_fixed. */
export async function withdrawText(
  ctx: Context,
  byUid: string,
  key: TextKey,
): Promise<LegalTextEditor> {
  assertNotFixed(ctx, key.page);
  return changeCommunity(ctx, async (ctx) => {
    const version = await withdrawPublished(ctx, key);
    if (version === undefined) throw new Problem("not_found");
    await logChange(ctx, byUid, "withdraw", key, { version });
    return getEditor(ctx, key);
  });
}

const logChange = (
  ctx: InTransaction,
  byUid: string,
  call: keyof typeof legal,
  { page, language }: TextKey,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  recordTeamAction(ctx, byUid, {
    call: `legal.${call}`,
    details: {
      page,
      language,
      ...details,
    },
  });

function fixingVariable({ settings }: Context, page: LegalPageName): string | null {
  return legalFiles(settings).has(page) ? LEGAL_FILES_VARIABLE : null;
}

function assertNotFixed(ctx: Context, page: LegalPageName): void {
  if (fixingVariable(ctx, page) !== null) throw new Problem("setting_fixed");
}

/** Parts in square brackets are for the administrator to fill in or remove. */
const NOTE = message(
  "[This is a template, not legal advice. Fill in what is in square brackets, remove what does not apply, and have it checked.]",
  {
    comment:
      "First line of a template of a legal page in Markdown. Keep ##, - and the square brackets of all its texts; brackets mark what an administrator fills in.",
  },
);

const IMPRINT = [
  message("## Who runs {community}"),
  message("Represented by: [name of the person or body that represents the organisation]"),
  message("## Contact"),
  message("E-mail: {email}"),
  message("Telephone: [number]"),
  message("## Register and supervision"),
  message(
    "[Register court and number, VAT number or supervisory authority, if the organisation has them]",
  ),
  message("## Responsible for the content"),
  message("[Name and address]"),
];

const ACCESSIBILITY = [
  message("{community} wants to be usable by everyone. This statement applies to {address}."),
  message("## How accessible it is"),
  message(
    "The software is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA and is tested automatically with every change. [State the result of your own assessment, and whether it was made by you or by others.]",
  ),
  message("## What does not work yet"),
  message(
    "- Maps show rides and places visually. The same information is in lists and text next to them.\n- What members write, such as messages and descriptions, is not checked.\n- [Other known barriers]",
  ),
  message("## Tell us about barriers"),
  message("If you find a barrier, write to {email}. We answer within [number] days."),
  message("## Enforcement"),
  message("[Name and address of the body that handles complaints in your country]"),
  message("This statement was written on [date]."),
];

const TEMPLATES: Partial<Record<LegalPageName, readonly Message[]>> = {
  imprint: IMPRINT,
  accessibility: ACCESSIBILITY,
};
const ENTITY = message("[Name and postal address]");

/** The template of a page with the community's settings filled in; null if there is none. */
function fillTemplate(
  { community, settings }: Context,
  { page, language }: TextKey,
): string | null {
  const paragraphs = TEMPLATES[page];
  if (!paragraphs) return null;
  const t = translatorFor(language);
  const values = {
    community: community.name,
    email: community.supportEmail,
    address: settings.PUBLIC_URL ?? community.name,
  };
  const entity = community.legalEntity?.split("\n").join("  \n") ?? t(ENTITY);
  const texts = [NOTE, ...paragraphs].map((paragraph) => t(paragraph, values));
  return (page === "imprint" ? texts.toSpliced(2, 0, entity) : texts).join("\n\n");
}
