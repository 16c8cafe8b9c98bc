import { type ContactKind, HIDDEN } from "./contact-details.ts";
import { type ContactSpan, findLinks } from "./contact-links.ts";
import { findPhones } from "./contact-phones.ts";
import { foldText } from "./folded-text.ts";

export interface MaskedText {
  readonly text: string;
  /** Which kinds of contact details were in it. */
  readonly hidden: readonly ContactKind[];
}

const KINDS: readonly ContactKind[] = ["email", "link", "handle", "phone"];

/** The text without telephone numbers, e-mail addresses, links and names in other networks. */
export function maskContactDetails(text: string): MaskedText {
  const folded = foldText(text);
  const spans = [...findLinks(folded, text), ...findPhones(folded)].toSorted((a, b) => a.start - b.start);
  if (spans.length === 0) return { text, hidden: [] };
  const kinds = new Set<ContactKind>();
  let masked = "";
  let end = 0;
  for (const span of joined(spans)) {
    masked += text.slice(end, span.start) + HIDDEN;
    end = span.end;
    kinds.add(span.kind);
  }
  return { text: masked + text.slice(end), hidden: KINDS.filter((kind) => kinds.has(kind)) };
}

/** Overlapping spans as one, of the kind that was found first. */
function joined(spans: readonly ContactSpan[]): ContactSpan[] {
  const all: ContactSpan[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (!last || span.start >= last.end) all.push(span);
    else {
      const kind = KINDS.indexOf(span.kind) < KINDS.indexOf(last.kind) ? span.kind : last.kind;
      all[all.length - 1] = { start: last.start, end: Math.max(last.end, span.end), kind };
    }
  }
  return all;
}
