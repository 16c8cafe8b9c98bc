import { expect, test } from "vitest";
import { readTable, TableError } from "./read-table.ts";

const read = (content: string | Uint8Array, maxRows = 100) =>
  readTable(typeof content === "string" ? Buffer.from(content) : content, { maxRows });
const fields = (content: string | Uint8Array) => read(content).rows.map((row) => row.fields);

function faultOf(content: string | Uint8Array, maxRows?: number) {
  try {
    read(content, maxRows);
  } catch (error) {
    return error instanceof TableError ? error.fault : error;
  }
  return undefined;
}

test.each([
  ["commas", "id,name\n1,Gare\n"],
  ["semicolons", "id;name\n1;Gare\n"],
  ["tabs", "id\tname\n1\tGare\n"],
  ["carriage returns", "id,name\r\n1,Gare\r\n"],
  ["a byte order mark", "\uFEFFid,name\n1,Gare\n"],
  ["quotes", '"id","name"\n"1","Gare"\n'],
  ["space around fields", "id , name\n 1 , Gare \n"],
  ["empty lines", "id,name\n\n1,Gare\n\n"],
])("reads a table with %s", (_, content) => {
  expect(fields(content)).toEqual([{ id: "1", name: "Gare" }]);
});

test("reads UTF-8, UTF-16 and Latin-1", () => {
  const text = "name\nMühlacker Gare de l’Étang\n";
  expect(fields(text)).toEqual([{ name: "Mühlacker Gare de l’Étang" }]);
  expect(fields(Buffer.from(`\uFEFF${text}`, "utf16le"))).toEqual(fields(text));
  expect(fields(Buffer.from("name\nMühlacker\n", "latin1"))).toEqual([{ name: "Mühlacker" }]);
});

test("counts the line on which a row begins, also behind fields with line breaks", () => {
  const { rows } = read('id,note\n1,"two\nlines"\n\n2,one\n');
  expect(rows.map(({ line }) => line)).toEqual([2, 5]);
});

test("keeps quotes, delimiters and formulas inside of fields as text, and drops control characters", () => {
  expect(fields('a,b\n"x ""y"", z",=HYPERLINK(1)\u0007\u001b[31m\n')).toEqual([
    { a: 'x "y", z', b: "=HYPERLINK(1)[31m" },
  ]);
});

test("a row may be shorter or longer than the header", () => {
  expect(fields("a,b\n1\n1,2,3\n")).toEqual([{ a: "1" }, { a: "1", b: "2" }]);
  const rows = read("a,b\n1\n1,2,,\n1,2,3\n").rows;
  expect(rows.map(({ isTooLong }) => isTooLong)).toEqual([false, false, true]);
});

test("refuses what is no table", () => {
  expect(faultOf("")).toBe("empty");
  expect(faultOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]))).toBe("binary");
  expect(faultOf('a,b\n"open,1\n2,3\n')).toBe("damaged");
  expect(faultOf(`a\n${"x".repeat(70_000)}\n`)).toBe("damaged");
  expect(faultOf("a\n1\n2\n3\n", 2)).toBe("too-many-rows");
  expect(faultOf("a\n1\n2\n", 2)).toBeUndefined();
});

test("a column with the name of a built-in property is a column", () => {
  expect(fields("__proto__,name\nx,Gare\n")[0]?.["name"]).toBe("Gare");
});
