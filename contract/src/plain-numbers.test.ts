import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { endpoints } from "./all.ts";
import { findPasswordProblem } from "./password.ts";
import { checkPhone } from "./phone.ts";
import { plainNumbers, readNumber } from "./plain-numbers.ts";

/** The first digit, 0, of each script with decimal digits: a digit with no digit before it, and each tenth after it. */
const ZEROS = Array.from({ length: 0x20000 }, (_, code) => code).filter(
  (code) =>
    /^\p{Nd}$/u.test(String.fromCodePoint(code)) &&
    plainNumbers(String.fromCodePoint(code)) === "0",
);
const inScript = (zero: number, text: string): string =>
  text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const inArabic = (text: string): string => inScript(0x660, text);

describe("plainNumbers", () => {
  test("[domain/input:digits] reads the digits of every script", () => {
    expect(ZEROS.length).toBeGreaterThan(60);
    for (const zero of ZEROS)
      expect(plainNumbers(inScript(zero, "a 0123456789"))).toBe("a 0123456789");
  });

  test.each([
    ["٤٧٫١٤، ٩٫٥٢", "47.14, 9.52"],
    ["۷٫۵۰", "7.50"],
    ["١٬٢٣٤٫٥", "1234.5"],
    ["４７。１４", "47.14"],
    ["＋８１ ９０－１２３４－５６７８", "+81 90-1234-5678"],
    ["０３ー１２３４", "03-1234"],
    ["−7", "-7"],
    // An address book adds marks of the writing direction to a number.
    ["\u202A+49 151 234567\u202C", "+49 151 234567"],
    ["12–14", "12-14"],
    ["コーヒー 5", "コーヒー 5"],
    ["O’Neill’s", "O’Neill’s"],
  ])("reads %s as %s", (typed, plain) => expect(plainNumbers(typed)).toBe(plain));

  test.each([
    ["٣٠", 30],
    ["7,5", 7.5],
    [".50", 0.5],
    ["-,5", -0.5],
    ["7,", 7],
    ["1.234,50", 1234.5],
    ["1,234.50", 1234.5],
    ["12,34,567.8", 1_234_567.8],
    ["1.234.567", 1_234_567],
    ["1 234", 1234],
    ["1’234.5", 1234.5],
    ["-4", -4],
    ["", Number.NaN],
    ["7 or 8", Number.NaN],
    ["1,2,3", Number.NaN],
  ])("reads the number %j as %d", (typed, number) => expect(readNumber(typed)).toBe(number));
});

test("[domain/input:digits] passwords and phone numbers take the digits of every script", () => {
  expect(findPasswordProblem("Correct horse ٧")).toBeUndefined();
  expect(checkPhone("+٩٧١ ٥٠ ١٢٣ ٤٥٦٧")).toMatchObject({ valid: true, phone: "+971501234567" });
  expect(checkPhone("＋４９ １５１ ２３４５６７")).toMatchObject({
    valid: true,
    phone: "+49151234567",
  });
});

/** What a person types, by the pattern of the field. A new pattern with digits belongs here or to the formats below. */
const TYPED: Readonly<Record<string, string>> = { "^\\d{6}$": "123456", "^\\d{4}$": "0123" };
/** Formats that programs write: ids, dates of a date picker, colours, domains, languages, images, cells of the map. */
const WRITTEN_BY_PROGRAMS = [
  /^\^\(\[01\]\\d\|2/,
  /^\^\(\?:\[01\]\\d\|2/,
  /\^#\[\\da-f\]/,
  /a-z\\d/,
  /A-Za-z\\d/,
  /A-Za-z0-9/,
  /a-f0-9|0-9a-f/,
  /\\d\{1,3\}\\\.\\d/,
  /\\d\{4\}-/,
  /^\^\(\?:https/,
];

describe("[domain/input:digits] every schema of a request", () => {
  const leaves = endpoints.flatMap(({ name, endpoint }) =>
    [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) =>
      schema ? leavesOf(schema, name) : [],
    ),
  );
  const numbers = leaves.filter(({ schema }) => isQueryNumber(schema));
  const patterns = leaves.flatMap(({ name, schema }) =>
    patternsOf(schema).map((pattern) => ({ name, schema, pattern })),
  );

  test("numbers in an address", () => {
    expect(numbers.length).toBeGreaterThan(20);
    for (const { name, schema } of numbers) {
      const accepted = ["0", "1", "5", "20", "2026", "-1"].filter(
        (text) => z.safeParse(schema, text).success,
      );
      expect([name, accepted.length > 0]).toEqual([name, true]);
      for (const text of accepted)
        expect([name, z.parse(schema, inArabic(text))]).toEqual([name, z.parse(schema, text)]);
    }
  });

  test("texts of digits", () => {
    const typed = patterns.filter(({ pattern }) => pattern in TYPED);
    expect(typed.length).toBeGreaterThan(5);
    for (const { name, schema, pattern } of typed)
      expect([name, z.parse(schema, inArabic(TYPED[pattern] ?? ""))]).toEqual([
        name,
        TYPED[pattern],
      ]);
  });

  test("no other pattern asks for digits", () => {
    const others = patterns
      .filter(({ pattern }) => /\\d|0-9/.test(pattern) && !(pattern in TYPED))
      .filter(({ pattern }) => !WRITTEN_BY_PROGRAMS.some((format) => format.test(pattern)));
    expect(others.map(({ name, pattern }) => `${name} ${pattern}`)).toEqual([]);
  });

  test("every coerced number is a number in an address", () => {
    const coerced = leaves.filter(
      ({ schema }) => schema instanceof z.ZodMiniNumber && schema.def.coerce === true,
    );
    expect(coerced.map(({ name }) => name)).toEqual([]);
  });
});

interface Leaf {
  readonly name: string;
  readonly schema: z.core.$ZodType;
}

/** The schemas of the single values in a schema; a number in an address is one of them. */
function leavesOf(schema: z.core.$ZodType, name: string): Leaf[] {
  if (schema instanceof z.ZodMiniObject)
    return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([field, part]) =>
      leavesOf(part, `${name} ${field}`),
    );
  if (isQueryNumber(schema)) return [{ name, schema }];
  const parts = partsOf(schema);
  return parts.length === 0 ? [{ name, schema }] : parts.flatMap((part) => leavesOf(part, name));
}

function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodMiniArray) return [schema.def.element];
  if (schema instanceof z.ZodMiniUnion) return schema.def.options;
  if (schema instanceof z.ZodMiniRecord) return [schema.def.valueType];
  if (schema instanceof z.ZodMiniPipe) return [schema.def.in, schema.def.out];
  const isWrapper =
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniDefault;
  return isWrapper ? [schema.def.innerType] : [];
}

function isQueryNumber(schema: z.core.$ZodType): boolean {
  if (!(schema instanceof z.ZodMiniPipe)) return false;
  const { in: first, out: then } = schema.def;
  return (
    first instanceof z.ZodMiniTransform &&
    then instanceof z.ZodMiniNumber &&
    then.def.coerce === true
  );
}

function patternsOf(schema: z.core.$ZodType): string[] {
  const { pattern, allOf = [] } = z.toJSONSchema(schema, { unrepresentable: "any" });
  return [pattern, ...allOf.map((part) => part.pattern)].filter((found) => found !== undefined);
}
