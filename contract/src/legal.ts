import * as z from "zod/mini";
import { legalPageNames } from "./community.ts";
import { endpoint } from "./endpoint.ts";
import { LANGUAGES } from "./languages.ts";
import { ModeratedPerson } from "./moderation-shapes.ts";
import { filledText, queryNumber } from "./shapes.ts";

/** Own limit: about 15 printed pages. */
export const LEGAL_TEXT_MAX_LENGTH = 50_000;

const Page = z.enum(legalPageNames);
const TextLanguage = z.enum(LANGUAGES);
/** Number of a version, or of the times that a draft was saved. */
const Revision = z.int().check(z.gte(0), z.lte(1_000_000));
const TextVersion = queryNumber(z.int(), z.gte(1), z.lte(1_000_000));

/** A text in force, in Markdown. */
export const LegalText = z.object({
  page: Page,
  /** The language of the text; null if the operator's files do not say. */
  language: z.nullable(TextLanguage),
  /** Date of the last change, formatted. */
  updated: z.string(),
  body: z.string(),
});
export type LegalText = z.infer<typeof LegalText>;

/** A stored version without its text. The newest is a draft until it is published; published ones never change. */
export const LegalTextVersion = z.object({
  version: z.int(),
  savedAt: z.iso.datetime(),
  /** Null if the account was deleted. */
  savedBy: z.nullable(ModeratedPerson),
  publishedAt: z.nullable(z.iso.datetime()),
  publishedBy: z.nullable(ModeratedPerson),
  /** Members were asked to agree again. */
  agreeAgain: z.boolean(),
  /** The page has no text of the community's own since then. */
  withdrawnAt: z.nullable(z.iso.datetime()),
});
export type LegalTextVersion = z.infer<typeof LegalTextVersion>;

/** Everything that the editor of a page shows in one language. */
export const LegalTextEditor = z.object({
  page: Page,
  language: TextLanguage,
  /** The environment variable whose file fixes the text. */
  fixedBy: z.nullable(z.string()),
  /** `revision` counts how often the draft was saved. */
  draft: z.nullable(
    z.object({
      version: z.int(),
      revision: z.int(),
      body: z.string(),
    }),
  ),
  /** The text in force. */
  published: z.nullable(
    z.object({
      version: z.int(),
      body: z.string(),
    }),
  ),
  /** Newest first. */
  versions: z.array(LegalTextVersion),
  /** A text to start from, filled in from the settings; null if there is none for this page. */
  template: z.nullable(z.string()),
});
export type LegalTextEditor = z.infer<typeof LegalTextEditor>;

const params = z.object({
  page: Page,
  language: TextLanguage,
});
const access = "administrator" as const;

export const legal = {
  text: endpoint({
    summary:
      "Get the community's own text of a legal page, in the language closest to the one asked for",
    method: "GET",
    path: "/legal/:page",
    access: "public",
    availableWhenClosed: true,
    params: z.object({ page: Page }),
    query: z.object({ language: z.optional(TextLanguage) }),
    reply: LegalText,
    problems: ["not_found"],
  }),
  overview: endpoint({
    summary: "List the legal pages with the languages of their texts",
    method: "GET",
    path: "/administration/legal",
    access,
    reply: z.object({
      items: z.array(
        z.object({
          page: Page,
          fixedBy: z.nullable(z.string()),
          published: z.array(TextLanguage),
          drafts: z.array(TextLanguage),
        }),
      ),
    }),
  }),
  editor: endpoint({
    summary: "Get a legal text with its draft and versions",
    method: "GET",
    path: "/administration/legal/:page/:language",
    access,
    params,
    reply: LegalTextEditor,
  }),
  version: endpoint({
    summary: "Get a version of a legal text",
    method: "GET",
    path: "/administration/legal/:page/:language/versions/:version",
    access,
    params: z.extend(params, { version: TextVersion }),
    reply: z.object({
      version: z.int(),
      body: z.string(),
    }),
    problems: ["not_found"],
  }),
  saveDraft: endpoint({
    summary: "Save the draft of a legal text",
    method: "PUT",
    path: "/administration/legal/:page/:language/draft",
    access,
    loggedByHandler: true,
    params,
    body: z.object({
      body: filledText(LEGAL_TEXT_MAX_LENGTH),
      /** The draft that was changed; null to start one. */
      revision: z.nullable(Revision),
    }),
    reply: LegalTextEditor,
    problems: ["setting_fixed", "text_changed"],
  }),
  discardDraft: endpoint({
    summary: "Delete the draft of a legal text",
    method: "DELETE",
    path: "/administration/legal/:page/:language/draft",
    access,
    loggedByHandler: true,
    params,
    reply: LegalTextEditor,
  }),
  /** `agreeAgain` asks all members for their consent before they go on; only for texts that members agree to. */
  publish: endpoint({
    summary: "Publish the draft of a legal text",
    method: "POST",
    path: "/administration/legal/:page/:language/publication",
    access,
    confirmed: true,
    loggedByHandler: true,
    params,
    body: z.object({
      version: Revision,
      revision: Revision,
      agreeAgain: z.boolean(),
    }),
    reply: LegalTextEditor,
    problems: ["setting_fixed", "text_changed"],
  }),
  withdraw: endpoint({
    summary: "Take a published legal text off its page",
    method: "DELETE",
    path: "/administration/legal/:page/:language/publication",
    access,
    confirmed: true,
    loggedByHandler: true,
    params,
    reply: LegalTextEditor,
    problems: ["setting_fixed", "not_found"],
  }),
};
