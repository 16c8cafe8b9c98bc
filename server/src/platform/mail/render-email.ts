import { directionOf } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import type { Brand } from "../branding/brand.ts";
import { escapeHtml } from "../text.ts";
import { translatorFor } from "../i18n/translate.ts";
import { type EmailStyles, emailStyles } from "./email-styles.ts";
import type { Email, EmailCard, EmailItem } from "./mailer.ts";

/** An e-mail ready to be sent. */
export interface RenderedEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribe?: string;
  /** Language of the text, for the Content-Language header. */
  readonly language: string;
  /** Sent with the e-mail as its `PHOTO_PART`, beside the logo. */
  readonly photoId?: string | undefined;
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
/** Name of the part that contains the photo of a person. */
export const PHOTO_PART = "photo";

/**
 * Renders an e-mail as plain text and as HTML without external resources, both with the community's name. A logo is
 * attached when the e-mail is sent.
 */
export function renderEmail(email: Email, brand: Brand): RenderedEmail {
  const subject = toSingleLine(email.subject);
  const oneClick = email.unsubscribe && { unsubscribe: email.unsubscribe.oneClick };
  const to = toSingleLine(email.to);
  const photoId = email.card?.person?.photoId;
  return {
    to,
    language: email.language,
    subject,
    text: renderText(email, brand.name),
    html: renderHtml(email, subject, brand),
    ...oneClick,
    ...(photoId !== undefined && { photoId }),
  };
}

/** Removes line breaks, which would start another header. */
function toSingleLine(text: string) {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

function renderText(email: Email, community: string): string {
  const { language, heading, code, card, items, action, unsubscribe } = email;
  const [firstParagraph = "", ...otherParagraphs] = email.paragraphs;
  const t = translatorFor(language);
  const link = action && `${action.label}:\n${action.url}`;
  const stop = unsubscribe && t(UNSUBSCRIBE_LINK, { link: unsubscribe.page });
  const footer = ["-- ", community, email.why, stop].filter(Boolean).join("\n");
  const parts = [
    heading,
    firstParagraph,
    code,
    ...otherParagraphs,
    card && cardAsText(card),
    items && itemsAsText(items),
    link,
    footer,
  ];
  return parts.filter(Boolean).join("\n\n") + "\n";
}

const LOGO_HEIGHT = 40;
const LOGO_STYLE = "display:block;margin:0 0 8px";

/** The logo, with the name for readers whose program shows no pictures. */
function renderHeader({ name, logo }: Brand, style: EmailStyles): string {
  const nameLine = `<p class="brand" style="${style.name}">${escapeHtml(name)}</p>`;
  if (!logo) return nameLine;
  const width = Math.round((LOGO_HEIGHT * logo.width) / logo.height);
  const size = `width="${width}" height="${LOGO_HEIGHT}"`;
  const image = `<img class="logo" src="cid:${LOGO_PART}" ${size} alt="" style="${LOGO_STYLE}">`;
  return image + nameLine;
}

function renderHtml(email: Email, subject: string, brand: Brand): string {
  const { language, heading, code, card, items, action, unsubscribe } = email;
  const [firstParagraph, ...otherParagraphs] = email.paragraphs;
  const t = translatorFor(language);
  const styles = emailStyles(brand);
  const style = styles.inline;
  const direction = directionOf(language);
  const isRtl = direction === "rtl";
  const paragraph = (text: string | undefined) =>
    text && `<p class="ink" style="${style.text}">${escapeHtml(text)}</p>`;
  const footer = (html: string) => `<p class="muted" style="${style.footer}">${html}</p>`;

  const parts = [
    renderHeader(brand, style),
    heading && `<h1 class="ink" style="${style.heading}">${escapeHtml(heading)}</h1>`,
    paragraph(firstParagraph),
    code && `<p dir="ltr" class="card ink" style="${style.code}">${escapeHtml(code)}</p>`,
    ...otherParagraphs.map(paragraph),
    card && renderCard(card, { style, isRtl }),
    items && renderItems(items, style),
    action && renderButton(action, style),
    footer(escapeHtml(email.why ?? t(WHY, { community: brand.name }))),
    unsubscribe && footer(renderLink(unsubscribe.page, t(UNSUBSCRIBE), style)),
  ];
  const side = isRtl ? "right" : "left";
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles.head}</style>
</head>
<body class="page" style="${style.page}">
<table ${TABLE} width="100%" class="page" dir="${direction}">
<tr><td align="center" style="${style.column}">
<table ${TABLE} width="100%" style="max-width:${WIDTH_PX}px">
<tr><td align="${side}" class="page" style="${style.page}">
${parts.filter(Boolean).join("\n")}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const WIDTH_PX = 480;

function renderLink(url: string, text: string, style: EmailStyles): string {
  const address = escapeHtml(url);
  return `<a class="muted" style="${style.link}" href="${address}">${escapeHtml(text)}</a>`;
}

function renderButton({ label, url }: NonNullable<Email["action"]>, style: EmailStyles): string {
  return `<table ${TABLE}>
<tr><td style="${style.buttonRow}">
<a class="fill" style="${style.button}" href="${escapeHtml(url)}">${escapeHtml(label)}</a>
</td></tr>
</table>`;
}

/** Attributes of tables that only lay out. */
const TABLE = `role="presentation" border="0" cellpadding="0" cellspacing="0"`;
const PHOTO_PX = 48;

/** Ready to be written: how things look, and which way the text runs. */
interface CardLayout {
  readonly style: EmailStyles;
  readonly isRtl: boolean;
}

/** A trip as a table, because that is what all mail programs lay out alike. It says everything without its picture. */
function renderCard(card: EmailCard, layout: CardLayout): string {
  const { style } = layout;
  const below = (content: string) =>
    `<tr><td class="line" style="${style.cellBelow}">${content}</td></tr>`;
  const rows = [
    `<tr><td style="${style.cell}">${renderStops(card, layout)}</td></tr>`,
    card.person && below(renderPerson(card.person, style)),
    card.facts.length > 0 && below(renderFacts(card.facts, layout)),
  ];
  return `<table ${TABLE} width="100%" class="card" style="${style.card}">
${rows.filter(Boolean).join("\n")}
</table>`;
}

function renderStops({ day, stops, note }: EmailCard, { style, isRtl }: CardLayout): string {
  const timeStyle = isRtl ? style.timeRtl : style.time;
  const rows = stops.map(
    ({ time, place }) => `<tr>
<td class="ink" nowrap valign="top" style="${timeStyle}">${escapeHtml(time)}</td>
<td class="ink" valign="middle" style="${style.place}">${escapeHtml(place)}</td>
</tr>`,
  );
  const noteLine = note && `<p class="muted" style="${style.muted}">${escapeHtml(note)}</p>`;
  return `<p class="muted" style="${style.day}">${escapeHtml(day)}</p>
<table ${TABLE}>${rows.join("\n")}</table>${noteLine ?? ""}`;
}

const PHOTO_SIZE = `width="${PHOTO_PX}" height="${PHOTO_PX}"`;

function renderPerson(
  { name, role, initials, photoId }: NonNullable<EmailCard["person"]>,
  style: EmailStyles,
): string {
  // Mail programs that load no images show the initials instead.
  const alt = escapeHtml(initials);
  const image = `<img src="cid:${PHOTO_PART}" ${PHOTO_SIZE} alt="${alt}" style="${style.photo}">`;
  const face = photoId === undefined ? alt : image;
  return `<table ${TABLE}>
<tr>
<td class="fill" ${PHOTO_SIZE} align="center" valign="middle" style="${style.initials}">${face}</td>
<td valign="middle" style="${style.person}">
<span class="ink" style="${style.strong}">${escapeHtml(name)}</span><br>
<span class="muted" style="${style.muted}">${escapeHtml(role)}</span>
</td>
</tr>
</table>`;
}

function renderFacts(facts: EmailCard["facts"], { style, isRtl }: CardLayout): string {
  const end = isRtl ? "left" : "right";
  const rows = facts.map(
    ({ label, value }) => `<tr>
<td class="muted" valign="top" style="${style.label}">${escapeHtml(label)}</td>
<td class="ink" valign="top" align="${end}" style="${style.value}">${escapeHtml(value)}</td>
</tr>`,
  );
  return `<table ${TABLE} width="100%">${rows.join("\n")}</table>`;
}

const PHOTO_IMAGE = new RegExp(`<img src="cid:${PHOTO_PART}" ${PHOTO_SIZE} alt="([^"]*)"[^<>]*>`);

/** The same e-mail with the initials, for a photo that is gone or cannot be read. */
export function withoutPhoto(html: string): string {
  return html.replace(PHOTO_IMAGE, "$1");
}

/** Several messages, each with its title as a link. */
function renderItems(items: readonly EmailItem[], style: EmailStyles): string {
  const rows = items.map(
    ({ title, text, url }) => `<tr>
<td class="line" style="${style.item}">
<a class="brand" href="${escapeHtml(url)}" style="${style.itemLink}">${escapeHtml(title)}</a><br>
<span class="ink">${escapeHtml(text)}</span>
</td>
</tr>`,
  );
  return `<table ${TABLE} width="100%">${rows.join("\n")}</table>`;
}

/** The same as plain text. */
function cardAsText({ day, stops, note, person, facts }: EmailCard): string {
  return [
    day,
    ...stops.map(({ time, place }) => `${time}  ${place}`),
    note,
    person && `${person.name} (${person.role})`,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
  ]
    .filter(Boolean)
    .join("\n");
}

const itemsAsText = (items: readonly EmailItem[]): string =>
  items.map(({ title, text, url }) => `${title}\n${text}\n${url}`).join("\n\n");
