import { expect, test } from "vitest";
import { findMismatches, statementsIn } from "./row-types.ts";

const CODE = `
interface Base { readonly uid: string }
interface Row extends Base { readonly at: Date | null; readonly count: number; readonly more?: string }
const a = sql<Row>\`\${PREPARED} select uid, at, count from person where uid = \${uid}\`;
const b = sql<{ name: string; tags: readonly string[] }>\`select name, tags from place order by name limit 20\`;
const c = sql<SomewhereElse>\`select 1\`;
`;
const statements = statementsIn("a.ts", CODE);
const TEXT = "/* prepared */ select uid, at, count from person where uid = $1";
const uuid = { name: "uid", dataTypeID: 2950 };
const at = { name: "at", dataTypeID: 1184 };
const count = { name: "count", dataTypeID: 20 };

test("statements with their columns are found, unless the type is declared elsewhere", () => {
  expect(statements.map(({ at, columns }) => [at, [...columns.keys()]])).toEqual([
    ["a.ts:4", ["uid", "at", "count", "more"]],
    ["a.ts:5", ["name", "tags"]],
  ]);
});

test("columns that are missing, undeclared or of another type are reported, and no others", () => {
  expect(findMismatches(statements, TEXT, [uuid, at, count])).toEqual([]);
  expect(findMismatches(statements, "select something else", [uuid])).toEqual([]);
  expect(findMismatches(statements, TEXT, [uuid, at])).toEqual(["a.ts:4: count is not returned."]);
  expect(
    findMismatches(statements, TEXT, [uuid, at, count, { name: "x", dataTypeID: 25 }]),
  ).toEqual(["a.ts:4: x is returned, but not declared."]);
  expect(
    findMismatches(statements, TEXT, [
      uuid,
      { ...at, dataTypeID: 25 },
      { ...count, dataTypeID: 1700 },
    ]),
  ).toEqual([
    "a.ts:4: at is declared as Date, but is a string.",
    "a.ts:4: count is declared as number, but is a string.",
  ]);
  const place = [
    { name: "name", dataTypeID: 25 },
    { name: "tags", dataTypeID: 1009 },
  ];
  expect(
    findMismatches(statements, "select name, tags from place order by name limit 20", place),
  ).toEqual([]);
});
