import { directionOf } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import { type Brand, PRODUCT_COLORS } from "../branding/brand.ts";
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

const UNSUBSCRIBE = message("Unsubscribe from these e-mails", {
  comment: "Link at the end of an e-mail.",
});
const UNSUBSCRIBE_LINK = message("Unsubscribe from these e-mails: {link}", {
  comment: "At the end of an e-mail in plain text. link: a web address.",
});
const WHY = message("You received this e-mail because someone used your address at {community}.");

/** Name of the part of an e-mail that contains the logo. */
export const LOGO_PART = "community-logo";

/**
 * Renders an e-mail as plain text and as HTML without external resources, both with the community's name. A logo is
 * attached when the e-mail is sent.
 */
export function renderEmail(email: Email, brand: Brand): RenderedEmail {
  const subject = toSingleLine(email.subject);
  const oneClick = email.unsubscribe && { unsubscribe: email.unsubscribe.oneClick };
  const to = toSingleLine(email.to);
  return {
    to,
    language: email.language,
    subject,
    text: renderText(email, brand.name),
    html: renderHtml(email, subject, brand),
    ...oneClick,
  };
}

/** Removes line breaks, which would start another header. */
const toSingleLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

function renderText(
  {
    paragraphs: [firstParagraph = "", ...otherParagraphs],
    code,
    action,
    unsubscribe,
    language,
  }: Email,
  community: string,
): string {
  const t = translatorFor(language);
  const link = action && `${action.label}:\n${action.url}`;
  const footer = `-- \n${community}${unsubscribe ? `\n${t(UNSUBSCRIBE_LINK, { link: unsubscribe.page })}` : ""}`;
  return (
    [firstParagraph, code, ...otherParagraphs, link, footer].filter(Boolean).join("\n\n") + "\n"
  );
}

const styleWith = ({ brand, onBrand }: { readonly brand: string; readonly onBrand: string }) => ({
  body: "margin:0;background:#f2f7f3;color:#0e2723;font:16px/1.5 system-ui,sans-serif",
  container: "max-width:30rem;margin:0 auto;padding:32px 24px",
  name: `margin:0 0 24px;font-weight:700;color:${brand}`,
  code: "margin:24px 0;padding:16px;border-radius:12px;background:#ffffff;text-align:center;font:700 32px/1.2 ui-monospace,monospace;letter-spacing:8px",
  button: `display:inline-block;padding:12px 20px;border-radius:12px;background:${brand};color:${onBrand};font-weight:600;text-decoration:none`,
  footer: "margin:32px 0 0;color:#3f5551;font-size:14px",
});

const LOGO_HEIGHT = 40;

/** The logo, with the name for readers whose program shows no pictures. */
function renderHeader({ name, logo }: Brand, style: string): string {
  if (!logo) return `<p style="${style}">${escapeHtml(name)}</p>`;
  const width = Math.round((LOGO_HEIGHT * logo.width) / logo.height);
  const image = `<img src="cid:${LOGO_PART}" width="${width}" height="${LOGO_HEIGHT}" alt="" style="display:block;margin:0 0 8px">`;
  return `${image}<p style="${style}">${escapeHtml(name)}</p>`;
}

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

function renderHtml(
  {
    paragraphs: [firstParagraph = "", ...otherParagraphs],
    code,
    action,
    unsubscribe,
    language,
  }: Email,
  subject: string,
  brand: Brand,
): string {
  const t = translatorFor(language);
  const community = brand.name;
  const style = styleWith(brand.palette?.light ?? PRODUCT_COLORS);
  const parts = [
    renderHeader(brand, style.name),
    paragraph(firstParagraph),
    code && `<p dir="ltr" style="${style.code}">${escapeHtml(code)}</p>`,
    ...otherParagraphs.map(paragraph),
    action &&
      `<p><a style="${style.button}" href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`,
    unsubscribe &&
      `<p style="${style.footer}"><a href="${escapeHtml(unsubscribe.page)}">${escapeHtml(t(UNSUBSCRIBE))}</a></p>`,
    `<p style="${style.footer}">${escapeHtml(t(WHY, { community }))}</p>`,
  ];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="${style.body}"><div style="${style.container}">${parts.filter(Boolean).join("\n")}</div></body></html>
`;
}
