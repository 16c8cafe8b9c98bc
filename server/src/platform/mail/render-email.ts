import { directionOf } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import { escapeHtml } from "../escape-html.ts";
import { translatorFor } from "../i18n/translate.ts";
import type { Email } from "./mailer.ts";

/** An e-mail ready to be sent. */
export interface RenderedEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribe?: string;
  /** Language of the text, for the Content-Language header. */
  readonly language: string;
}

const UNSUBSCRIBE = message("Unsubscribe from these e-mails", { comment: "Link at the end of an e-mail." });
const UNSUBSCRIBE_LINK = message("Unsubscribe from these e-mails: {link}", {
  comment: "At the end of an e-mail in plain text. link: a web address.",
});
const WHY = message("You received this e-mail because someone used your address at {community}.");

/** Renders an e-mail as plain text and as HTML without external resources, both with the community's name below. */
export function renderEmail(email: Email, community: string): RenderedEmail {
  const subject = toSingleLine(email.subject);
  const oneClick = email.unsubscribe && { unsubscribe: email.unsubscribe.oneClick };
  const to = toSingleLine(email.to);
  return {
    to,
    language: email.language,
    subject,
    text: renderText(email, community),
    html: renderHtml(email, subject, community),
    ...oneClick,
  };
}

/** Removes line breaks, which would start another header. */
const toSingleLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

function renderText(
  { paragraphs: [firstParagraph = "", ...otherParagraphs], code, action, unsubscribe, language }: Email,
  community: string,
): string {
  const t = translatorFor(language);
  const link = action && `${action.label}:\n${action.url}`;
  const footer = `-- \n${community}${unsubscribe ? `\n${t(UNSUBSCRIBE_LINK, { link: unsubscribe.page })}` : ""}`;
  return [firstParagraph, code, ...otherParagraphs, link, footer].filter(Boolean).join("\n\n") + "\n";
}

const STYLE = {
  body: "margin:0;background:#f2f7f3;color:#0e2723;font:16px/1.5 system-ui,sans-serif",
  container: "max-width:30rem;margin:0 auto;padding:32px 24px",
  name: "margin:0 0 24px;font-weight:700;color:#006152",
  code: "margin:24px 0;padding:16px;border-radius:12px;background:#ffffff;text-align:center;font:700 32px/1.2 ui-monospace,monospace;letter-spacing:8px",
  button:
    "display:inline-block;padding:12px 20px;border-radius:12px;background:#006152;color:#f8fdfa;font-weight:600;text-decoration:none",
  footer: "margin:32px 0 0;color:#3f5551;font-size:14px",
};

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

function renderHtml(
  { paragraphs: [firstParagraph = "", ...otherParagraphs], code, action, unsubscribe, language }: Email,
  subject: string,
  community: string,
): string {
  const t = translatorFor(language);
  const parts = [
    `<p style="${STYLE.name}">${escapeHtml(community)}</p>`,
    paragraph(firstParagraph),
    code && `<p dir="ltr" style="${STYLE.code}">${escapeHtml(code)}</p>`,
    ...otherParagraphs.map(paragraph),
    action && `<p><a style="${STYLE.button}" href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`,
    unsubscribe &&
      `<p style="${STYLE.footer}"><a href="${escapeHtml(unsubscribe.page)}">${escapeHtml(t(UNSUBSCRIBE))}</a></p>`,
    `<p style="${STYLE.footer}">${escapeHtml(t(WHY, { community }))}</p>`,
  ];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="${STYLE.body}"><div style="${STYLE.container}">${parts.filter(Boolean).join("\n")}</div></body></html>
`;
}
