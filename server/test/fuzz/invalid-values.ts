import fc from "fast-check";
import { NASTY_NUMBERS, NASTY_OBJECTS, NASTY_TEXTS, RAW } from "./nasty-values.ts";

const someId = fc.constantFrom(
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "1",
);

/** Cursors like an attacker would forge after decoding one. */
export const forgedCursor: fc.Arbitrary<string> = fc
  .record({
    at: fc.constantFrom<unknown>(
      "0000-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z",
      "infinity",
      5e-324,
      -1e308,
      1e308,
      null,
      {},
    ),
    order: fc.constantFrom<unknown>(0, 1e308, "x"),
    pickupAtMs: fc.constantFrom<unknown>(0, -1e308, 8.64e15 + 1),
    id: someId,
    uid: someId,
  })
  .map((mark) => Buffer.from(JSON.stringify(mark)).toString("base64url"));

export const invalidText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 1, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: forgedCursor },
  { weight: 1, arbitrary: fc.double().map(String) },
);

/** Replaces `"@raw:…"` in text from `JSON.stringify`. */
export const withRaw = (json: string): string => json.replaceAll(/"@raw:([^"]*)"/g, "$1");

export const invalidValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: invalidText },
  { weight: 4, arbitrary: fc.constantFrom(...NASTY_NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom(...NASTY_OBJECTS) },
  { weight: 1, arbitrary: fc.constantFrom(...RAW).map((text) => `@raw:${text}`) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** One change of a valid value: a part becomes invalid, is duplicated in a list, or removed. */
export interface InvalidatingEdit {
  readonly at: number;
  readonly by: { readonly value: unknown } | "in a list" | "gone";
}
const invalidatingEdit: fc.Arbitrary<InvalidatingEdit> = fc.record({
  at: fc.nat(60),
  by: fc.oneof(
    { weight: 8, arbitrary: fc.record({ value: invalidValue }) },
    { weight: 1, arbitrary: fc.constant<"in a list">("in a list") },
    { weight: 1, arbitrary: fc.constant<"gone">("gone") },
  ),
});
/** Mostly none or one, so that valid parts are still processed. */
export const invalidatingEdits: fc.Arbitrary<InvalidatingEdit[]> = fc.oneof(
  { weight: 10, arbitrary: fc.constant<InvalidatingEdit[]>([]) },
  { weight: 5, arbitrary: fc.array(invalidatingEdit, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.array(invalidatingEdit, { minLength: 2, maxLength: 4 }) },
);

interface Spot {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Applies the changes to a copy of `value`, at any depth. */
export function applyInvalidEdits(value: unknown, spoilt: readonly InvalidatingEdit[]): unknown {
  const root: Record<string, unknown> = { root: structuredClone(value) };
  for (const { at, by } of spoilt) {
    const spots = spotsIn(root);
    const { holder, key } = spots[at % spots.length] ?? { holder: root, key: "root" };
    if (by === "gone") delete holder[key];
    else holder[key] = by === "in a list" ? [holder[key], holder[key]] : structuredClone(by.value);
  }
  return root["root"];
}

function spotsIn(holder: Record<string, unknown>, depth = 0): Spot[] {
  return Object.keys(holder).flatMap((key) => {
    const inner = holder[key];
    return [{ holder, key }, ...(isHolder(inner) && depth < 4 ? spotsIn(inner, depth + 1) : [])];
  });
}

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
