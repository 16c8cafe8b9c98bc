/** Control characters, marks that turn the direction of what follows, and the brackets of markup. */
const HARMFUL = /[\p{Cc}\p{Cs}\p{Co}<>\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** False for text of others that could pretend to be something else. */
export const isHarmless = (text: string): boolean => !HARMFUL.test(text);
