import { escapeHtml } from "../text.ts";
import type { EmailStyles } from "./email-styles.ts";
import type { EmailCard, EmailItem } from "./mailer.ts";

/** Attributes of tables that only lay out. */
export const TABLE = `role="presentation" border="0" cellpadding="0" cellspacing="0"`;
const PHOTO_PX = 48;

/** Ready to be written: how things look, and which way the text runs. */
export interface CardLayout {
  readonly style: EmailStyles;
  readonly isRtl: boolean;
}

/** A trip as a table, because that is what all mail programs lay out alike. It says everything without its picture. */
export function renderCard(card: EmailCard, layout: CardLayout): string {
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
  { name, role, initials, picture }: NonNullable<EmailCard["person"]>,
  style: EmailStyles,
): string {
  // Mail programs that load no images show the initials instead.
  const alt = escapeHtml(initials);
  const face = picture
    ? `<img src="cid:${picture.id}" ${PHOTO_SIZE} alt="${alt}" style="${style.photo}">`
    : alt;
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

/** Several messages, each with its title as a link. */
export function renderItems(items: readonly EmailItem[], style: EmailStyles): string {
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
