/** First strong isolate, and its end (Unicode UAX 9). */
const ISOLATE = "\u2068";
const END = "\u2069";

/**
 * A compiled message of a language that is written from right to left: each value has the direction of its own first
 * letter, so that "Ada L.", "+49 151" and "A–B" keep their order inside the sentence.
 */
export function isolatePlaceholders(compiled: unknown): unknown {
  if (!Array.isArray(compiled)) return compiled;
  return compiled.flatMap((token: unknown) => {
    if (!Array.isArray(token)) return [token];
    const [name, type, forms] = token as readonly unknown[];
    if (type === undefined) return [ISOLATE, token, END];
    if (typeof forms !== "object" || forms === null) return [token];
    const isolated = Object.entries(forms).map(([form, value]) => [
      form,
      isolatePlaceholders(value),
    ]);
    return [[name, type, Object.fromEntries(isolated)]];
  });
}
