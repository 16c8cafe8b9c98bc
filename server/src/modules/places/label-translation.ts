import { message } from "@commonlane/contract/message";
import { type Language, LANGUAGES } from "@commonlane/contract/languages";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { TranslateLabel } from "#platform/http/endpoints/serialized-reply.ts";
import { translate } from "#platform/i18n/translate.ts";
import { nameIn, namesOf } from "./local-names.ts";
import { countryCodes, countryName, joinLabel } from "./place-label.ts";
import type { NamedTown } from "./places.store.ts";

/** A place with the label of a town is at most this far from the middle of the town. */
const TOWN_RADIUS_M = 40_000;

const BETWEEN_NAMES = / [-–/] /u;
const SEPARATOR = /[,،]/u;

/** As web/src/shared/places/point-name.ts names a point; it is stored in the language of the user who chose it. */
const NEAR = message("Near {label}", {
  comment: "Name of a point on the map. label: a place, such as “Städtle 12, Vaduz”.",
});
const PLACEHOLDER = "\u0000";

/** What is before and after the label in each language. Made when first needed: it reads the catalogues of all. */
let nearParts: readonly (readonly string[])[] | undefined;

/** What a point is near, if its label says so in one of our languages. */
function readNear(label: string): string | undefined {
  nearParts ??= LANGUAGES.map((language) =>
    translate(language, NEAR, { label: PLACEHOLDER }).split(PLACEHOLDER),
  );
  for (const [before = "", after = ""] of nearParts) {
    // Labels of earlier releases begin with a small letter.
    const start = label.slice(0, before.length);
    const isNear = start.toLowerCase() === before.toLowerCase() && label.endsWith(after);
    if (isNear) return label.slice(before.length, label.length - after.length);
  }
  return undefined;
}

const FROM = message("{distance} from {label}", {
  comment: "Name of a point on the map. distance: such as “2 km”; label: a place.",
});
const DISTANCE_PLACEHOLDER = "\u0001";
/** Such as "2 km" or "0,7 mi". */
const DISTANCE = /^[\p{Nd}.,٫٬]+\s?[\p{L}\p{M}]{1,4}$/u;

/** The text of FROM in a language, around its two placeholders. */
interface FromPattern {
  readonly isDistanceFirst: boolean;
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

let fromPatterns: readonly FromPattern[] | undefined;

function fromPatternOf(language: Language): FromPattern {
  const text = translate(language, FROM, {
    distance: DISTANCE_PLACEHOLDER,
    label: PLACEHOLDER,
  });
  const distanceAt = text.indexOf(DISTANCE_PLACEHOLDER);
  const labelAt = text.indexOf(PLACEHOLDER);
  const firstAt = Math.min(distanceAt, labelAt);
  const secondAt = Math.max(distanceAt, labelAt);
  return {
    isDistanceFirst: distanceAt < labelAt,
    before: text.slice(0, firstAt),
    between: text.slice(firstAt + 1, secondAt),
    after: text.slice(secondAt + 1),
  };
}

/** The distance and the place of a label such as "2 km from Vaduz" in one of our languages. */
function readFrom(text: string): { distance: string; label: string } | undefined {
  fromPatterns ??= LANGUAGES.map(fromPatternOf);
  for (const { isDistanceFirst, before, between, after } of fromPatterns) {
    if (!text.startsWith(before) || !text.endsWith(after)) continue;
    const inner = text.slice(before.length, text.length - after.length);
    const at = isDistanceFirst ? inner.indexOf(between) : inner.lastIndexOf(between);
    if (at < 0) continue;
    const first = inner.slice(0, at);
    const second = inner.slice(at + between.length);
    const distance = isDistanceFirst ? first : second;
    if (!DISTANCE.test(distance)) continue;
    return {
      distance,
      label: isDistanceFirst ? second : first,
    };
  }
  return undefined;
}

/**
 * Translates labels with these towns. A label is one of ours if it ends in a country; its town and its country are
 * translated, and a street or a station before them stays as it is.
 */
export function createLabelTranslation(named: readonly NamedTown[]): TranslateLabel {
  const towns = indexByName(named);
  const countries = codesByName();
  const translateLabel: TranslateLabel = (place, language) => {
    const { label } = place;
    const near = readNear(label);
    if (near !== undefined)
      return translate(language, NEAR, {
        label: translateLabel(
          {
            ...place,
            label: near,
          },
          language,
        ),
      });
    const from = readFrom(label);
    if (from)
      return translate(language, FROM, {
        distance: from.distance,
        label: translateLabel({ ...place, label: from.label }, language),
      });
    const parts = label.split(SEPARATOR).map((part) => part.trim());
    const country = parts.length > 1 ? countries.get(parts.at(-1) ?? "") : undefined;
    if (country === undefined) return label;
    const town = parts.at(-2) ?? "";
    // In regions of two languages a town may have both names: "Bolzano - Bozen".
    const names = [town, ...town.split(BETWEEN_NAMES)].map((name) =>
      findName(towns.get(townKey(country, name)) ?? [], place, language),
    );
    const name = names.find((known) => known !== undefined) ?? town;
    return joinLabel([...parts.slice(0, -2), name, countryName(country, language)], language);
  };
  return translateLabel;
}

/** The name of the town at a position, or without one, if all towns have the same. */
function findName(
  towns: readonly NamedTown[],
  { lat, lng }: Partial<LatLng>,
  language: Language,
): string | undefined {
  if (lat === undefined || lng === undefined) {
    const [name, another] = new Set(towns.map((town) => nameIn(language, town)));
    return another === undefined ? name : undefined;
  }
  const near = towns.find(
    (town) =>
      distanceM(town, {
        lat,
        lng,
      }) < TOWN_RADIUS_M,
  );
  return near && nameIn(language, near);
}

const townKey = (country: string, name: string) => `${country} ${name}`;

/** The larger ones of a name first. */
function indexByName(rows: readonly NamedTown[]): ReadonlyMap<string, readonly NamedTown[]> {
  const towns = new Map<string, NamedTown[]>();
  for (const row of rows)
    for (const name of namesOf(row)) {
      const key = townKey(row.country, name);
      const others = towns.get(key);
      if (others) others.push(row);
      else towns.set(key, [row]);
    }
  return towns;
}

/** Codes by the names of the countries in all languages. */
function codesByName(): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  for (const language of LANGUAGES)
    for (const code of countryCodes())
      // Of a former country, such as DD, the code of its successor.
      codes.set(countryName(code, language), new Intl.Locale(`und-${code}`).region ?? code);
  return codes;
}
