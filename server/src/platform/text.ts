/** Escapes text for use anywhere in HTML, including double-quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** Text without accents and other marks, in lower case: "Zürich" becomes "zurich". */
export const plainLetters = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
