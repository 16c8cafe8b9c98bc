import * as z from "zod/mini";

/** What two people who have not agreed on a ride are not shown of each other's messages. */
export const ContactKind = z.enum(["phone", "email", "link", "handle"]);
export type ContactKind = z.infer<typeof ContactKind>;

/** Stands in place of what is masked (`contact-mask.ts`). */
export const MASK = "•••••";

/** Whether something stands no more in a text that somebody is shown. */
export const isMasked = (text: string): boolean => text.includes(MASK);

/** Ends of names that are links without a scheme, too: the usual ones, since "tomorrow.See" is a slip and no address. */
const TOP_LEVEL_DOMAINS =
  "com|org|net|info|biz|io|app|dev|me|link|shop|xyz|site|online|eu|de|at|ch|fr|it|es|nl|be|pl|cz|dk|se|no|fi|uk|ie|pt|gr|ru|ua|us|ca|au|in|jp|cn|br|tv|cc|ly|gg|to|gl";

// Begins where a word begins, so that a long text is walked through once.
const LINK = new RegExp(
  String.raw`(?:(?<![a-z0-9+.-])[a-z0-9+.-]{2,}:\/\/|www\.)[^\s<>"]+|(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+(?:${TOP_LEVEL_DOMAINS})(?![\p{L}\p{N}-])(?:[/:?#][^\s<>"]*)?`,
  "giu",
);
/** A piece of a message: words, or a link with its address. */
export type TextPiece = { readonly text: string; readonly href?: string };

/** The text in pieces, so that links can be marked. Only addresses of the web become links. */
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

/** Whether the text asks for a payment: a link to one, or an account's number. No money moves through the product. */
export const asksForPayment = (text: string): boolean =>
  IBAN.test(text) || [...text.matchAll(LINK)].some(([link]) => PAYMENT.test(link));
