/** Joins class names, skipping falsy values. */
export const cx = (...names: (string | false | undefined)[]): string =>
  names.filter(Boolean).join(" ");
