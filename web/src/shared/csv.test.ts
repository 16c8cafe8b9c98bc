import { expect, test } from "vitest";
import { toCsv } from "#shared/api/download.ts";

test("cells are quoted, and none is a formula", () => {
  expect(
    toCsv([
      ["Name", 'The "town", Main Street\n1'],
      ["=1+1", "-2"],
    ]),
  ).toBe('"Name","The ""town"", Main Street\n1"\r\n"\'=1+1","\'-2"\r\n');
});
