/** Marks that a language doesn't use, which are easily typed by mistake. Each is the reason why a text is refused. */
const FAULTS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  de: {
    "a straight quotation mark": /"/,
    "no space before …": /\p{L}…/u,
    "an internal capital, colon or star for genders": /\p{Ll}(?:[:*_]in|In)(?:nen)?\b/u,
  },
  fr: {
    "a straight quotation mark": /"/,
    "a straight apostrophe": /\p{L}'\p{L}/u,
    "a middle dot for genders": /\p{L}·\p{L}/u,
    "a space where a no-break space belongs": /[\p{L}\d}»>] [:;!?»]|« /u,
    "no space before : ; ! or ?": /\p{L}(?:[;!?]|:(?= ))/u,
  },
  es: {
    "quotation marks other than «»": /["“”]/,
    "a question without ¿": /^[^¿]*\?/,
    "an exclamation without ¡": /^[^¡]*!/,
  },
  ar: {
    "quotation marks other than «»": /["“”]/,
    "Latin punctuation": /[\p{Script=Arabic}X][,;?]/u,
    "Arabic digits": /[٠-٩]/,
  },
};

const ANY_LANGUAGE = { "three dots for …": /\.{3}/ };

/** A text without what is not shown: syntax of ICU and addresses. Placeholders stand as one letter. */
const shownPartOf = (text: string): string =>
  text
    .replaceAll(/https?:\S*/g, "")
    .replaceAll(/\{\w+, (?:plural|select),/g, "")
    .replaceAll(/\{\w+(?:, \w+)?\}/g, "X");

/** What a reader of the language would notice as wrong marks in a translation. */
export function typographyFaults(language: string, translation: string): string[] {
  const shown = shownPartOf(translation);
  return Object.entries({ ...ANY_LANGUAGE, ...FAULTS[language] }).flatMap(([fault, pattern]) =>
    pattern.test(shown) ? [fault] : [],
  );
}
