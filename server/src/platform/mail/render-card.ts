import { escapeHtml } from "../escape-html.ts";
import type { EmailCard, EmailItem } from "./email-card.ts";
import type { EmailStyles } from "./email-styles.ts";

const TABLE = `role="presentation" border="0" cellpadding="0" cellspacing="0"`;
const PHOTO_PX = 48;

/** Ready to be written: how things look, and which way the text runs. */
export interface CardLayout {
  readonly style: EmailStyles;
  readonly isRtl: boolean;
}

/** A trip as a table, because that is what all mail programs lay out alike. It says everything without its picture. */
export function renderCard(card: EmailCard, layout: CardLayout): string {
  const { style } = layout;
  const rows = [
    `<tr><td style="${style.cell}">${renderStops(card, layout)}</td></tr>`,
    card.person &&
      `<tr><td class="line" style="${style.cellBelow}">${renderPerson(card.person, style)}</td></tr>`,
    card.facts.length > 0 &&
      `<tr><td class="line" style="${style.cellBelow}">${renderFacts(card.facts, layout)}</td></tr>`,
  ];
  return `<table ${TABLE} width="100%" class="card" style="${style.card}">${rows.filter(Boolean).join("\n")}</table>`;
}

function renderStops({ day, stops, note }: EmailCard, { style, isRtl }: CardLayout): string {
  const time = isRtl ? style.timeRtl : style.time;
  const rows = stops.map(
    (stop) =>
      `<tr><td class="ink" nowrap valign="top" style="${time}">${escapeHtml(stop.time)}</td><td class="ink" valign="middle" style="${style.place}">${escapeHtml(stop.place)}</td></tr>`,
  );
  const noteLine = note && `<p class="muted" style="${style.muted}">${escapeHtml(note)}</p>`;
  return `<p class="muted" style="${style.day}">${escapeHtml(day)}</p>
<table ${TABLE}>${rows.join("\n")}</table>${noteLine ?? ""}`;
}

function renderPerson(
  { name, role, initials, picture }: NonNullable<EmailCard["person"]>,
  style: EmailStyles,
): string {
  // Mail programs that load no images show the initials instead.
  const face = picture
    ? `<img src="cid:${picture.id}" width="${PHOTO_PX}" height="${PHOTO_PX}" alt="${escapeHtml(initials)}" style="${style.photo}">`
    : escapeHtml(initials);
  return `<table ${TABLE}><tr><td class="fill" width="${PHOTO_PX}" height="${PHOTO_PX}" align="center" valign="middle" style="${style.initials}">${face}</td>
<td valign="middle" style="${style.person}"><span class="ink" style="${style.strong}">${escapeHtml(name)}</span><br><span class="muted" style="${style.muted}">${escapeHtml(role)}</span></td></tr></table>`;
}

function renderFacts(facts: EmailCard["facts"], { style, isRtl }: CardLayout): string {
  const end = isRtl ? "left" : "right";
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="muted" valign="top" style="${style.label}">${escapeHtml(label)}</td><td class="ink" valign="top" align="${end}" style="${style.value}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table ${TABLE} width="100%">${rows.join("\n")}</table>`;
}

/** Several messages, each with its title as a link. */
export function renderItems(items: readonly EmailItem[], style: EmailStyles): string {
  const rows = items.map(
    ({ title, text, url }) =>
      `<tr><td class="line" style="${style.item}"><a class="brand" href="${escapeHtml(url)}" style="${style.itemLink}">${escapeHtml(title)}</a><br><span class="ink">${escapeHtml(text)}</span></td></tr>`,
  );
  return `<table ${TABLE} width="100%">${rows.join("\n")}</table>`;
}

/** The same as plain text. */
export function cardAsText({ day, stops, note, person, facts }: EmailCard): string {
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

export const itemsAsText = (items: readonly EmailItem[]): string =>
  items.map(({ title, text, url }) => `${title}\n${text}\n${url}`).join("\n\n");
