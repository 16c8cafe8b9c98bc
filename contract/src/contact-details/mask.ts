import { type ContactKind, MASK } from "./contact-details.ts";
import { type ContactSpan, findLinksAndHandles } from "./find-links.ts";
import { findPhones } from "./find-phones.ts";
import { foldText } from "./fold-text.ts";

export interface MaskedText {
  readonly text: string;
  /** Kinds of contact details found. */
  readonly hidden: readonly ContactKind[];
}

const KINDS_BY_PRIORITY: readonly ContactKind[] = ["email", "link", "handle", "phone"];

/** Masks phone numbers, e-mail addresses, links and social media handles. */
export function maskContactDetails(text: string): MaskedText {
  const folded = foldText(text);
  const spans = [...findLinksAndHandles(folded, text), ...findPhones(folded)].toSorted(
    (a, b) => a.start - b.start,
  );
  if (spans.length === 0) return { text, hidden: [] };
  const kinds = new Set<ContactKind>();
  let masked = "";
  let end = 0;
  for (const span of mergeSpans(spans)) {
    masked += text.slice(end, span.start) + MASK;
    end = span.end;
    kinds.add(span.kind);
  }
  return {
    text: masked + text.slice(end),
    hidden: KINDS_BY_PRIORITY.filter((kind) => kinds.has(kind)),
  };
}

/** Merges overlapping spans; the kind found first wins. */
function mergeSpans(spans: readonly ContactSpan[]): ContactSpan[] {
  const merged: ContactSpan[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else {
      const kind =
        KINDS_BY_PRIORITY.indexOf(span.kind) < KINDS_BY_PRIORITY.indexOf(last.kind)
          ? span.kind
          : last.kind;
      merged[merged.length - 1] = {
        start: last.start,
        end: Math.max(last.end, span.end),
        kind,
      };
    }
  }
  return merged;
}
