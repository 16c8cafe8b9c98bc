import { foldName } from "../name-matching.ts";
import { has, type Token, type TokenSet } from "./tokens.ts";

const split = (words: string) => new Set(words.trim().split(/\s+/u).map(foldName));

/** Parts of a letter's address that lead no one to a door: they are words alone. */
const ALONE = split(`
  cedex hinterhaus vorderhaus seitenflügel gartenhaus rückgebäude rgb hochparterre parterre erdgeschoss dachgeschoss
  eg og ug dg rdc links rechts bajo entresuelo izquierda izq izda derecha dcha dcho upstairs downstairs basement
  ground near bei près opposite gegenüber presso cerca obok nahe naast vedle blizu parter fsz földszint poste restante
  gf rear front`);
const FLOORS = split("og eg ug dg");
/** They belong to a number or a letter beside them. */
const WITH_NUMBER = split(`
  stock stiege stg etage étage et top tür porte puerta pta piso planta escalera esc escalier bâtiment bât bat bt
  appartement appt apt apto app apartment flat unit suite ste floor fl room rm box po pobox bp cs tsa boîte bte bus postfach
  pf apartado apdo skrytka skr lokal lok m klatka kl piętro p patro emelet em ajtó lépcsőház lph etaj sc scara ap bloc bl
  interno int scala scalino piano vchod byt dveře poschodie daire kat oppgang leil leilighet lgh tr trappor tv th mf og
  verdieping verd vrata stan kv кв подъезд этаж корп block blk lot entrance eingang aufgang haus gebäude tower staircase
  rez stockwerk geschoss wohnung whg obergeschoss floor level lvl door case postale postbus caselle casella dpt sal lok
  porta andar fração bloco esq dto cep plz psč zip`);
/** A name follows. */
const BEFORE_NAME = split(
  "c/o co att attn zhd zh pa familie fam famille family familia fratelli herr frau chez z.hd.",
);
/** "2nd", "3er", "2º": floors, beside another number. */
const ORDINAL = /^\d{1,2}(?:nd|rd|th|st|er|eme|e|o|a)$/u;
const ORDINAL_SIGN = /^\d{1,2}\.?[ºª]$/u;
const NAME_WORDS_MAX = 3;
const LETTERS_OF_NUMBER = 2;

/** Words that name a person, a box, a staircase, a floor or a door: nothing that is on a map. */
export function findNoise(text: string, tokens: readonly Token[]): TokenSet {
  let noise: TokenSet = 0;
  const add = (at: number) => (noise |= 1 << at);
  const isNumber = (at: number) => tokens[at]?.isNumber === true;
  const isBesideNumber = (at: number) =>
    isNumber(at) || (tokens[at]?.key.length ?? LETTERS_OF_NUMBER) < LETTERS_OF_NUMBER;

  for (const [at, { key, start, end }] of tokens.entries()) {
    if (has(noise, at)) continue;
    if (ALONE.has(key)) {
      add(at);
      if (key === "cedex") addCedex(tokens, at, add);
      if (FLOORS.has(key) && isFloor(text, tokens, at)) add(at - 1);
    } else if (WITH_NUMBER.has(key)) {
      const isAfter =
        !isOrdinal(text, tokens[at - 1]) && isBesideNumber(at + 1) && !isComma(text, tokens, at);
      const isBefore = !isAfter && isFloor(text, tokens, at);
      if (!isAfter && !isBefore) continue;
      add(at);
      add(isAfter ? at + 1 : at - 1);
      // "BP 90 233"
      if (
        isAfter &&
        BOX.has(key) &&
        isNumber(at + 1) &&
        tokens[at + 2]?.key.length === BOX_PART &&
        isNumber(at + 2)
      )
        add(at + 2);
    } else if (BEFORE_NAME.has(key) && at < tokens.length - 1) {
      for (const name of nameAfter(text, tokens, at)) add(name);
      add(at);
    } else if (
      ORDINAL_SIGN.test(text.slice(start, end)) &&
      tokens.some((other, n) => n < at && other.isNumber)
    ) {
      add(at);
    }
  }
  return noise;
}

/** Its number, and its postcode, which is that of a post office. */
function addCedex(tokens: readonly Token[], at: number, add: (at: number) => void): void {
  if (tokens[at + 1]?.isNumber) add(at + 1);
  tokens.forEach(({ key }, n) => {
    if (n < at && /^\d{5}$/u.test(key)) add(n);
  });
}

const BOX = split("bp cs tsa po pobox postfach pf postbus apartado");
const BOX_PART = 3;

const isComma = (text: string, tokens: readonly Token[], at: number) =>
  text.slice(tokens[at]?.end, tokens[at + 1]?.start).includes(",");

/** The number before the word is that of a floor: "2. Stock", "2nd floor", or "3 OG" after another number. */
function isFloor(text: string, tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (!before?.isNumber || isComma(text, tokens, at - 1)) return false;
  const isSecond = tokens.some((other, n) => n < at - 1 && other.isNumber);
  return isOrdinal(text, before) || isSecond;
}

const isOrdinal = (text: string, token: Token | undefined): boolean =>
  token !== undefined &&
  (ORDINAL.test(token.key) || (token.isNumber && text.charAt(token.end) === "."));

/** The words up to the next comma or number; only the first one without a comma. */
function nameAfter(text: string, tokens: readonly Token[], at: number): number[] {
  const names: number[] = [];
  for (let n = at + 1; n < tokens.length && names.length < NAME_WORDS_MAX; n++) {
    const token = tokens[n];
    if (!token || token.isNumber) break;
    names.push(n);
    if (isComma(text, tokens, n)) return names;
  }
  return names.slice(0, 1);
}
