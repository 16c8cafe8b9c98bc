import { escapeHtml } from "../html.ts";
import type { Letter } from "./mailer.ts";

/** A letter as it goes out. */
export interface WrittenLetter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribe?: string;
}

/** Sets a letter in plain text and in HTML that loads nothing, both with the community's name below. */
export function writeLetter(letter: Letter, community: string): WrittenLetter {
  const subject = onOneLine(letter.subject);
  const oneClick = letter.unsubscribe && { unsubscribe: letter.unsubscribe.oneClick };
  const to = onOneLine(letter.to);
  return { to, subject, text: plain(letter, community), html: page(letter, subject, community), ...oneClick };
}

/** A line break in a header would begin another header. */
const onOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

function plain({ paragraphs: [first = "", ...others], code, action, unsubscribe }: Letter, community: string): string {
  const link = action && `${action.label}:\n${action.url}`;
  const foot = `-- \n${community}${unsubscribe ? `\nNo more letters like this one: ${unsubscribe.page}` : ""}`;
  return [first, code, ...others, link, foot].filter(Boolean).join("\n\n") + "\n";
}

const STYLE = {
  body: "margin:0;background:#f2f7f3;color:#0e2723;font:16px/1.5 system-ui,sans-serif",
  sheet: "max-width:30rem;margin:0 auto;padding:32px 24px",
  name: "margin:0 0 24px;font-weight:700;color:#006152",
  code: "margin:24px 0;padding:16px;border-radius:12px;background:#ffffff;text-align:center;font:700 32px/1.2 ui-monospace,monospace;letter-spacing:8px",
  button:
    "display:inline-block;padding:12px 20px;border-radius:12px;background:#006152;color:#f8fdfa;font-weight:600;text-decoration:none",
  foot: "margin:32px 0 0;color:#3f5551;font-size:14px",
};

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

function page(
  { paragraphs: [first = "", ...others], code, action, unsubscribe }: Letter,
  subject: string,
  community: string,
): string {
  const parts = [
    `<p style="${STYLE.name}">${escapeHtml(community)}</p>`,
    paragraph(first),
    code && `<p style="${STYLE.code}">${escapeHtml(code)}</p>`,
    ...others.map(paragraph),
    action && `<p><a style="${STYLE.button}" href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`,
    unsubscribe &&
      `<p style="${STYLE.foot}"><a href="${escapeHtml(unsubscribe.page)}">No more letters like this one</a></p>`,
    `<p style="${STYLE.foot}">You get this letter because somebody used your address at ${escapeHtml(community)}.</p>`,
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="${STYLE.body}"><div style="${STYLE.sheet}">${parts.filter(Boolean).join("\n")}</div></body></html>
`;
}
