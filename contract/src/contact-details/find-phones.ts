import { type CountryCode, isValidPhoneNumber } from "libphonenumber-js/mobile";
import type { ContactSpan } from "./find-links.ts";
import { type FoldedText, toOriginalSpan } from "./fold-text.ts";
import { replaceNumberWords } from "./number-words.ts";

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

/** Not inside a longer number, also if it is divided by these signs. */
const BEGIN = String.raw`(?<![\p{L}\p{N}])(?<![0-9][.,:/|*_+-])`;
const END = String.raw`(?![\p{L}\p{N}]|[.,:/|*_-][0-9])`;
const DAY = "(?:0?[1-9]|[12][0-9]|3[01])";
const YEAR = "(?:(?:19|20)[0-9]{2})";
const HOUR = "(?:[01]?[0-9]|2[0-4])[:.h][0-5][0-9](?::[0-5][0-9])?";
const RANGE = " ?[-–—/] ?";
/** Three digits after a sign that divides thousands. */
const THOUSANDS = "[.,'’][0-9]{3}";
const AMOUNT = `(?:0|[1-9][0-9]{0,5})(?:${THOUSANDS}){0,2}(?:[.,][0-9]{1,2})?`;
const MONEY =
  "€|\\$|£|¥|₹|eur|euros?|usd|gbp|chf|fr|dkk|sek|nok|pln|zl|zł|czk|kc|kr|mad|aed|inr|rs|brl|r\\$|درهم|يورو";
const UNIT =
  "km\\/h|kmh|km|m|cm|mm|mi|miles?|meter|metres?|meters?|minutes?|minuten|mins?|minutos?|h|hrs?|std|stunden?|heures?|horas?|hours?|kg|g|l|litres?|liter|%|°|°c|kwh|ps|hp|cc|uhr|seats?|people|personen|plätze|platze|places|plazas|كم|دقيقه|ساعه";
const LINES =
  "ice|ic|ec|re|rb|rj|rjx|nj|flx|flixtrain|tgv|ter|ouigo|ave|alvia|eurostar|thalys|es|irc?|s|u|train|zug|flight|flug|vol|vuelo|tren|bus|linie|line|ligne|linea|tram|gate|lh|ba|af|kl|fr|ek|lx|u2|w6|ew|قطار|رحله";

const patterns: readonly RegExp[] = [
  // UUIDs
  /(?<![\p{L}\p{N}])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![\p{L}\p{N}])/gu,
  // 2026-11-22T07:45:00.000Z, 2026-11-22 07:45, 20261122
  new RegExp(
    String.raw`${BEGIN}${YEAR}[-/.][01][0-9][-/.][0-3][0-9](?:[t ][0-2][0-9]:[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?(?:z|[+-][01][0-9]:?[0-5][0-9])?)?${END}`,
    "gu",
  ),
  new RegExp(String.raw`${BEGIN}20[23][0-9][01][0-9][0-3][0-9]${END}`, "gu"),
  // 22.11.2026, 11/22/26, and without a year 22.11. and 22/11
  new RegExp(String.raw`${BEGIN}${DAY}([./-])${DAY}\1(?:${YEAR}|2[4-9]|3[0-2])${END}`, "gu"),
  new RegExp(String.raw`${BEGIN}${DAY}\.(?:0?[1-9]|1[0-2])\.(?![0-9]| ?[0-9]{2}\.[0-9]{2})`, "gu"),
  new RegExp(String.raw`${BEGIN}${DAY}/(?:0?[1-9]|1[0-2])${END}`, "gu"),
  // 07:45, 7.45-8.30, 17h30, 0745-0815
  new RegExp(
    String.raw`${BEGIN}${HOUR}(?:${RANGE}${HOUR})?(?: ?uhr| ?h| ?[ap]\.?m\.?)?${END}`,
    "gu",
  ),
  new RegExp(
    String.raw`${BEGIN}(?:[01][0-9]|2[0-3])[0-5][0-9]${RANGE}(?:[01][0-9]|2[0-3])[0-5][0-9]${END}`,
    "gu",
  ),
  // 2024-2026, 2026/27
  new RegExp(String.raw`${BEGIN}${YEAR}${RANGE}(?:${YEAR}|[0-9]{2})${END}`, "gu"),
  // 48.00123, 7.83456
  new RegExp(
    String.raw`${BEGIN}-?[1-8]?[0-9]\.[0-9]{3,7}, ?-?1?[0-9]{1,2}\.[0-9]{3,7}${END}`,
    "gu",
  ),
  // € 1,250.50, 12-15 €, 450 km
  new RegExp(String.raw`(?:${MONEY}) ?${AMOUNT}(?:${RANGE}${AMOUNT})?${END}`, "gu"),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?<![0-9][^\p{L}\p{N}]{1,2})${AMOUNT}(?:${RANGE}${AMOUNT})? ?(?:${MONEY}|${UNIT})(?![\p{L}\p{N}])`,
    "gu",
  ),
  new RegExp(
    String.raw`${BEGIN}(?:[1-9][0-9]{0,2}${THOUSANDS}|[1-9](?:${THOUSANDS}){2})${END}`,
    "gu",
  ),
  // ICE 277/279, LH 1234, line 4
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${LINES}) ?[1-9][0-9]{0,3}(?:(?:, ?|[/+&] ?)[1-9][0-9]{0,3}){0,3}${END}`,
    "gu",
  ),
];

/** A UUID of decimal digits only is never generated; it is a disguised phone number. */
const HEX_DIGITS_ONLY = /^[0-9]{8}-[0-9-]{27}$/;

/** Blanks dates, times, prices, distances and similar numbers, keeping the length of the text. */
function blankOrdinaryNumbers(text: string): string {
  let remaining = text;
  for (const pattern of patterns)
    remaining = remaining.replaceAll(pattern, (found) =>
      HEX_DIGITS_ONLY.test(found) ? found : "x".repeat(found.length),
    );
  return remaining;
}
