import { type FoldedText, type Replacement, replaceParts } from "./fold-text.ts";

const splitWords = (words: string): string[] => words.split(" ");

/** Folded like the texts: lower case, without accents. `|` separates alternatives for one digit. */
const DIGITS = [
  splitWords("zero|oh|nought one two three four five six seven eight nine"),
  splitWords("null eins|ein zwei|zwo drei vier funf|fuenf sechs sieben acht neun"),
  splitWords("zero un|une deux trois quatre cinq six sept huit neuf"),
  splitWords("cero uno|una dos tres cuatro cinco seis siete ocho nueve"),
  splitWords(
    "صفر واحد|واحده اثنان|اثنين|اتنين ثلاثه|ثلاثة|ثلاث اربعه|اربعة|اربع خمسه|خمسة|خمس سته|ستة|ست سبعه|سبعة|سبع ثمانيه|ثمانية|ثماني|ثمان تسعه|تسعة|تسع",
  ),
];
const TEENS = [
  splitWords("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"),
  splitWords("zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn"),
  splitWords("dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf"),
  splitWords("diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve"),
];
const TENS = [
  splitWords("twenty thirty forty fifty sixty seventy eighty ninety"),
  splitWords("zwanzig dreissig|dreißig vierzig funfzig sechzig siebzig achtzig neunzig"),
  splitWords("vingt trente quarante cinquante soixante septante huitante|octante nonante"),
  splitWords("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa"),
];

const numbers = new Map<string, string>();
const add = (words: string, digits: string): void => {
  for (const word of words.split("|")) numbers.set(word.replaceAll("-", " "), digits);
};
for (const digits of DIGITS) for (const [n, words] of digits.entries()) add(words, String(n));
for (const teens of TEENS) for (const [n, words] of teens.entries()) add(words, String(10 + n));
for (const [language, tens] of TENS.entries()) {
  for (const [n, words] of tens.entries()) {
    add(words, String(20 + 10 * n));
    for (const ten of words.split("|"))
      for (const [unit, units] of (DIGITS[language] ?? []).entries())
        if (unit > 0)
          for (const one of units.split("|"))
            add(compound(language, ten, one), String(20 + 10 * n + unit));
  }
}
for (const [n, words] of TEENS[2]?.entries() ?? []) {
  add(`soixante-${words}`, String(70 + n));
  add(`soixante-et-${words}`, String(70 + n));
  add(`quatre-vingt-${words}`, String(90 + n));
}
for (const [n, words] of DIGITS[2]?.entries() ?? [])
  if (n > 0) for (const one of words.split("|")) add(`quatre-vingt-${one}`, String(80 + n));
add("quatre-vingt|quatre-vingts", "80");
for (const [n, words] of (DIGITS[3] ?? []).entries())
  if (n > 0) for (const one of words.split("|")) add(`veinti${one}`, String(20 + n));

function compound(language: number, ten: string, one: string): string {
  if (language === 1) return `${one}und${ten}`;
  if (language === 2)
    return one.startsWith("un") ? `${ten}-et-${one}|${ten}-${one}` : `${ten}-${one}`;
  return language === 3 ? `${ten}-y-${one}` : `${ten}-${one}`;
}

const LONGEST_PHRASE = 4;
const repeats = new Map([
  ["double", 2],
  ["doppel", 2],
  ["doppelt", 2],
  ["doble", 2],
  ["triple", 3],
]);
const TOKEN = /\p{L}+|[0-9]+/gu;
const GLUED =
  /^(?:zero|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|zwo|drei|vier|funf|sechs|sieben|acht|neun){3,30}$/;
const GLUED_PART =
  /zero|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|zwo|drei|vier|funf|sechs|sieben|acht|neun/g;
/** Separators allowed between the digits of a number. */
const BETWEEN = /^[^\p{L}\p{N}]{0,5}$/u;
const MIN_DIGITS = 5;

/** Replaces runs of number words by digits, as in a spelled-out phone number. */
export function replaceNumberWords(folded: FoldedText): FoldedText {
  const { text } = folded;
  const tokens = [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }));
  const replacements: Replacement[] = [];
  let run: (Replacement & { readonly spelled: boolean })[] = [];
  const endRun = () => {
    const count = run.reduce((sum, item) => sum + item.text.length, 0);
    if (count >= MIN_DIGITS) replacements.push(...run.filter(({ spelled }) => spelled));
    run = [];
  };
  for (let n = 0; n < tokens.length;) {
    const found = findNumberAt(text, tokens, n);
    const last = run.at(-1);
    if (!found || (last && !BETWEEN.test(text.slice(last.end, found.start)))) endRun();
    if (found) run.push(found);
    n += found?.tokens ?? 1;
  }
  endRun();
  return replaceParts(folded, replacements);
}

interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

function findNumberAt(text: string, tokens: readonly Token[], n: number) {
  const first = tokens[n];
  const second = tokens[n + 1];
  if (!first) return undefined;
  const { word, start, end } = first;
  if (word <= "9")
    return {
      start,
      end,
      text: word,
      spelled: false,
      tokens: 1,
    };
  const times = repeats.get(word);
  const repeated = times && second && (numbers.get(second.word) ?? second.word);
  if (repeated && second && /^[0-9]$/.test(repeated))
    return {
      start,
      end: second.end,
      text: repeated.repeat(times),
      spelled: true,
      tokens: 2,
    };
  let phrase = word;
  let best = numbers.has(word) ? 1 : 0;
  for (let k = 1; k < LONGEST_PHRASE; k += 1) {
    const previous = tokens[n + k - 1];
    const next = tokens[n + k];
    if (!previous || !next || !/^[ -]$/.test(text.slice(previous.end, next.start))) break;
    phrase += ` ${next.word}`;
    if (numbers.has(phrase)) best = k + 1;
  }
  const last = tokens[n + best - 1];
  if (best > 0 && last) {
    const digits = numbers.get(text.slice(start, last.end).replaceAll("-", " ")) ?? "";
    return {
      start,
      end: last.end,
      text: digits,
      spelled: true,
      tokens: best,
    };
  }
  if (!GLUED.test(word)) return undefined;
  const digits = [...word.matchAll(GLUED_PART)].map(([part]) => numbers.get(part) ?? "").join("");
  return {
    start,
    end,
    text: digits,
    spelled: true,
    tokens: 1,
  };
}
