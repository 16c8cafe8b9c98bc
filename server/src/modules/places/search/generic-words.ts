import { plainNumbers } from "@commonlane/contract/plain-numbers";
import { foldName } from "../name-matching.ts";
import { CATEGORY_WORDS } from "../region/category-words.ts";
import { isWordForKind, keyed } from "./kind-words.ts";

/** Words for other places that mean something only beside a town. */
const OTHERS = [
  "stadium, Stadion, stade, estadio, stadio, ملعب",
  "city centre, city center, Stadtzentrum, Innenstadt, Zentrum, centre-ville, centre ville, centro, وسط المدينة",
  "cash machine, ATM, Geldautomat, Bankomat, distributeur, cajero automático, صراف آلي",
  "bus station, Busbahnhof, ZOB, estación de autobuses, محطة الحافلات",
  "taxi rank, Taxistand, station de taxi, parada de taxi",
];

const categories: ReadonlySet<string> = new Set(CATEGORY_WORDS.map(foldName));
const others: ReadonlySet<string> = new Set(OTHERS.flatMap(keyed));
/** "PR" may as well begin Prague. */
const PARK_AND_RIDE = /^p\s*[+&]\s*r$/iu;
const LETTERS_MIN = 3;

const NEARBY =
  /(?<!\p{L})(?:near(?:est)?(?: to)? me|nearby|close to me|(?:the )?(?:nearest|closest)|in (?:der|meiner) nähe|(?:der|die|das )?nächste[rsn]?|près (?:de moi|d['’]ici)|à proximité|(?:le|la) plus proche|cerca de (?:mí|mi|aquí)|(?:el|la)? ?más cercan[oa]|القريبة?|بالقرب مني|قريبة? مني|الأقرب)(?!\p{L})/giu;

const ARTICLE = /^\s*(?:the|an?|la|le|el|der|die|das|eine?)\s+/iu;
/** "The hospital near me" is a hospital: those around are meant in either case. */
export const withoutAsides = (text: string): string =>
  text.replaceAll(NEARBY, " ").replace(ARTICLE, "").trim();

/** Returns true for a folded word, or several joined, by which places of a category are found as by their name. */
export const isCategoryWord = (key: string): boolean => categories.has(key);

const isGenericWord = (key: string): boolean =>
  isCategoryWord(key) || isWordForKind(key) || others.has(key);

/** Returns true if the text is a word for a kind of place and nothing else, "supermarket" or "nearest station". */
export function isGenericText(typed: string): boolean {
  const text = plainNumbers(typed).trim();
  if (PARK_AND_RIDE.test(text)) return true;
  const key = foldName(withoutAsides(text));
  return key.length >= LETTERS_MIN && isGenericWord(key);
}
