import type { LegalPageName } from "@commonlane/contract/community";
import { message, type Message } from "@commonlane/contract/message";
import type { Context } from "#platform/context.ts";
import { translatorFor } from "#platform/i18n/translate.ts";
import type { TextKey } from "./legal-texts.store.ts";

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
export function fillTemplate(
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
