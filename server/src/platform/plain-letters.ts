/** Text without accents and other marks, in lower case: "Zürich" becomes "zurich". */
export const plainLetters = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
