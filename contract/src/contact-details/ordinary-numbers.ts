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
export function blankOrdinaryNumbers(text: string): string {
  let remaining = text;
  for (const pattern of patterns)
    remaining = remaining.replaceAll(pattern, (found) =>
      HEX_DIGITS_ONLY.test(found) ? found : "x".repeat(found.length),
    );
  return remaining;
}
