import { type CountryCode, isValidPhoneNumber } from "libphonenumber-js/mobile";
import type { ContactSpan } from "./find-links.ts";
import { type FoldedText, toOriginalSpan } from "./fold-text.ts";
import { replaceNumberWords } from "./number-words.ts";
import { blankOrdinaryNumbers } from "./ordinary-numbers.ts";

/** Seven or more digits count as a phone number, regardless of separators. */
const MIN_DIGITS = 7;
/** Fewer digits are enough after a word such as "phone". */
const MIN_DIGITS_AFTER_PHONE = 5;
const MAX_DIGITS_TO_LOOK_UP = 16;
/** Limits the expensive number look-ups; further doubtful numbers in a text are masked without one. */
const MAX_LOOK_UPS = 40;

const CLUSTER = /[0-9](?:[^\p{L}\p{N}]{0,6}[0-9])*/gu;
const CLUSTER_WITH_LETTERS = /(?<![\p{L}\p{N}])[oliо0-9|]{3,40}(?![\p{L}\p{N}])/gu;
const LOOKALIKES: Record<string, string> = {
  o: "0",
  о: "0",
  l: "1",
  i: "1",
};
const PHONE_WORD =
  /(?<!\p{L})(?:tele?(?:fon|phone|fono)?s?|tel|phone|mobile?|cell|handy(?:nr|nummer)?|mobil|portable|movil|telefonnummer|call|text me|whatsapp|wa|sms|signal|viber|ring|anrufen|ruf|appelle|appelez|llama|llamame|هاتف|تلفون|موبايل|جوال|واتساب|اتصل)[^\p{L}\p{N}]{0,4}(?:(?:me|mich|moi|no|nr|num|number|nummer|numero|is|ist|est|es|at|on|under|unter|au|al|an)[^\p{L}\p{N}]{1,3}){0,3}$/u;
const REFERENCE_WORD =
  /(?<!\p{L})(?:ref|reference|referenz|referencia|booking|buchung|buchungsnummer|buchungscode|reservation|reserva|reservierung|ticket|ticketnummer|billet|billete|order|bestellung|auftrag|auftragsnummer|commande|pedido|dossier|confirmation|confirmacion|invoice|rechnung|rechnungsnummer|facture|factura|fahrkarte|membership|member|mitgliedsnummer|matrikelnummer|student|locator|pnr|parcel|tracking|sendungsnummer|voucher|gutschein|حجز|مرجع|تذكره)[^\p{L}\p{N}]{0,4}(?:(?:n|no|nr|num|number|nummer|numero|code|id|is|ist|est|es|de|reservation|commande|reserva|pedido|رقم)[^\p{L}\p{N}]{1,3}){0,3}$/u;
const WORDS_BEFORE = 40;

/** Countries tried for numbers without a country code: the most common ones among users. */
const COUNTRIES: readonly CountryCode[] = [
  ...([
    "DE",
    "FR",
    "GB",
    "ES",
    "IT",
    "AT",
    "CH",
    "NL",
    "BE",
    "PL",
    "CZ",
    "DK",
    "SE",
    "NO",
    "PT",
    "IE",
    "US",
  ] as const),
  ...(["IN", "BR", "MX", "AU", "JP", "MA", "TN", "DZ", "EG", "SA", "AE", "TR", "GR"] as const),
];

/** Finds phone numbers in a folded text. */
export function findPhones(folded: FoldedText): ContactSpan[] {
  if (!/[0-9]|\p{L}{2}[^\p{L}]+\p{L}{2}|\p{L}{12}/u.test(folded.text)) return [];
  const spelled = replaceNumberWords(folded);
  if (!/[0-9][^0-9]{0,6}[0-9][^0-9]{0,6}[0-9]/.test(spelled.text)) return [];
  const text = withoutLookalikes(spelled.text);
  const rest = blankOrdinaryNumbers(text);
  const lookUps = { left: MAX_LOOK_UPS };
  const spans: ContactSpan[] = [];
  const add = (index: number, length: number) => {
    const [opening = ""] = /[+(]{0,3}$/.exec(text.slice(Math.max(0, index - 3), index)) ?? [];
    spans.push({
      ...toOriginalSpan(spelled, index - opening.length, index + length),
      kind: "phone",
    });
  };
  for (const { 0: found, index } of rest.matchAll(CLUSTER)) {
    if (isPhone(found, rest.slice(Math.max(0, index - WORDS_BEFORE), index), lookUps))
      add(index, found.length);
  }
  // Parts of a phone number can look like times or dates, so clusters are checked first.
  for (const { 0: found, index } of text.matchAll(CLUSTER)) {
    const left = digitsOf(rest.slice(index, index + found.length)).length;
    const digits = digitsOf(found);
    if (left < 2 || left === digits.length || !looksDialled(digits, text.slice(0, index))) continue;
    if (digits.length <= MAX_DIGITS_TO_LOOK_UP && isDialable(digits, lookUps))
      add(index, found.length);
  }
  return spans;
}

const digitsOf = (text: string): string => text.replaceAll(/[^0-9]/g, "");

const withoutLookalikes = (text: string): string =>
  text.replaceAll(CLUSTER_WITH_LETTERS, (token) =>
    digitsOf(token).length < 2
      ? token
      : token.replaceAll(/[oliо]/gu, (letter) => LOOKALIKES[letter] ?? letter),
  );

/** Numbers with a trunk prefix or a country code are dialled; other long numbers may be references. */
const looksDialled = (digits: string, before: string): boolean =>
  digits.startsWith("0") || /\+[( ]{0,2}$/.test(before);

function isPhone(cluster: string, before: string, lookUps: { left: number }): boolean {
  const digits = digitsOf(cluster);
  if (digits.length < MIN_DIGITS_AFTER_PHONE) return false;
  if (PHONE_WORD.test(before)) return true;
  if (digits.length < MIN_DIGITS) return false;
  if (isEnumeration(cluster)) return false;
  const lookUp = () => digits.length <= MAX_DIGITS_TO_LOOK_UP && isDialable(digits, lookUps);
  if (isPostcodes(cluster)) return digits.startsWith("0") && lookUp();
  if (looksDialled(digits, before)) return true;
  if (REFERENCE_WORD.test(before) || /\p{L}[-_]?$/u.test(before)) {
    // References are written in one piece; numbers with groups or a country code are phone numbers.
    return (digits.length > 10 || / /.test(cluster)) && lookUp();
  }
  return digits.length > 8 || !/[,;.:!?] /.test(cluster) || lookUp();
}

/** House numbers, bus lines, platforms or days: separated by commas or similar, in ascending order. */
function isEnumeration(cluster: string): boolean {
  const groups = cluster.match(/[0-9]+/g) ?? [];
  if (groups.length < 3 || !/^(?:[0-9]{1,4}(?: ?[,;/&+] ?|$))+$/.test(cluster)) return false;
  return groups.every(
    (group, n) => !group.startsWith("0") && (n === 0 || Number(group) > Number(groups[n - 1])),
  );
}

/** A house number with a postcode, or two postcodes joined by an arrow or dash. */
const isPostcodes = (cluster: string): boolean =>
  /^[0-9]{1,3}(?:-[0-9]{1,3})?,? {1,2}[0-9]{4,5}$/.test(cluster) ||
  /^[0-9]{4,5} (?:-|–|—|→|->|>|\/) [0-9]{4,5}$/.test(cluster);

/** True if this can be a mobile number in its own country or in one of the usual countries. */
function isDialable(digits: string, lookUps: { left: number }): boolean {
  lookUps.left -= 1;
  if (lookUps.left < 0) return true;
  const abroad = digits.startsWith("00") ? digits.slice(2) : digits;
  if (abroad.length > 9 && isValidPhoneNumber(`+${abroad}`)) return true;
  return COUNTRIES.some((country) => isValidPhoneNumber(digits, country));
}
