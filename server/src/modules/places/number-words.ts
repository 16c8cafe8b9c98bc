/** Dates in names of streets are written in words, Roman or Arabic numerals. */
const NUMBER_WORDS: Readonly<Record<string, string>> = {
  deux: "2",
  dos: "2",
  trois: "3",
  quatre: "4",
  cinq: "5",
  six: "6",
  huit: "8",
  dix: "10",
  onze: "11",
  quatorze: "14",
  dixhuit: "18",
  dixneuf: "19",
  quattro: "4",
  nueve: "9",
  pierwszego: "1",
  trzeciego: "3",
  primo: "1",
  premier: "1",
  primero: "1",
  cinco: "5",
  siete: "7",
  quince: "15",
  primeiro: "1",
  sete: "7",
  oito: "8",
  nove: "9",
  quinze: "15",
  due: "2",
  venti: "20",
  venticinque: "25",
  jedenastego: "11",
  siebzehnten: "17",
  first: "1",
  second: "2",
  third: "3",
  fourth: "4",
  fifth: "5",
  sixth: "6",
  seventh: "7",
  eighth: "8",
  ninth: "9",
  tenth: "10",
};
const ROMAN = /^x{0,3}(?:ix|iv|v?i{0,3})$/u;
const ROMAN_VALUES: Readonly<Record<string, number>> = {
  i: 1,
  v: 5,
  x: 10,
};
/** "1er mai", "3rd Avenue", "2ª Travessa". */
const ORDINAL = /^(\d{1,3})(?:er|eme|e|st|nd|rd|th|o|a)$/u;

/** The digits that a folded word means: "viii" and "huit" are 8, and "1er" is 1. */
export function digitsOfWord(key: string): string | undefined {
  const ordinal = ORDINAL.exec(key)?.[1];
  if (ordinal !== undefined) return ordinal;
  if (key.length > 1 && ROMAN.test(key)) return String(romanValue(key));
  return NUMBER_WORDS[key];
}

function romanValue(key: string): number {
  const values = Array.from(key, (letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  );
}
