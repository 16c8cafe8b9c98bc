import * as z from "zod/mini";

/** Contact details that are masked in messages between two users who have not agreed on a ride. */
export const ContactKind = z.enum(["phone", "email", "link", "handle"]);
export type ContactKind = z.infer<typeof ContactKind>;

/** Replaces a masked detail (mask.ts). */
export const MASK = "•••••";

/** True if the text contains masked details. */
export const isMasked = (text: string): boolean => text.includes(MASK);

/**
 * Top-level domains recognised without a scheme: only common ones, because "tomorrow.See" is a typo, not an address.
 */
const TOP_LEVEL_DOMAINS =
  "com|org|net|info|biz|io|app|dev|me|link|shop|xyz|site|online|eu|de|at|ch|fr|it|es|nl|be|pl|cz|dk|se|no|fi|uk|ie|pt|gr|ru|ua|us|ca|au|in|jp|cn|br|tv|cc|ly|gg|to|gl";

// Anchored at word starts, so that long texts are scanned once.
const LINK = new RegExp(
  String.raw`(?:(?<![a-z0-9+.-])[a-z0-9+.-]{2,}:\/\/|www\.)[^\s<>"]+|(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+(?:${TOP_LEVEL_DOMAINS})(?![\p{L}\p{N}-])(?:[/:?#][^\s<>"]*)?`,
  "giu",
);
/** A piece of a message: plain text, or a link with its address. */
export type TextPiece = {
  readonly text: string;
  readonly href?: string;
};

/** Splits a text into plain text and web links. Other URL schemes do not become links. */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(LINK)) {
    const link = match[0].replace(/(?<![.,;:!?)\]'’”])[.,;:!?)\]'’”]+$/u, "");
    const href = toHref(link);
    if (href === undefined) continue;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index) });
    pieces.push({ text: link, href });
    at = match.index + link.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

function toHref(link: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(link) ? link : `https://${link}`;
  return /^https?:\/\/[\p{L}\p{N}.-]+(?::\d+)?(?:[/?#]|$)/iu.test(address) ? address : undefined;
}

const PAYMENT = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:paypal|revolut|venmo|cash\.app|wise\.com|stripe|klarna|monzo|bunq|tikkie|twint|swish|lydia|bizum|skrill|payoneer|zelle|sumup|buymeacoffee|ko-fi|westernunion|moneygram|bitcoin:|crypto)`,
  "iu",
);
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}/u;

/** True if the text asks for a payment: it has a payment link or an account number. Commonlane handles no money. */
export const asksForPayment = (text: string): boolean =>
  IBAN.test(text) || [...text.matchAll(LINK)].some(([link]) => PAYMENT.test(link));
