import { join } from "node:path";
import pg from "pg";
import { afterAll } from "vitest";
import { collectStatements, findMismatches, type ReturnedColumn } from "./row-types.ts";

/*
 * Runs before every test file: compares each statement that the tests execute with its row type in the source code
 * (see row-types.ts). A wrong one fails the file.
 */

interface Checker {
  readonly mismatches: Set<string>;
}

declare global {
  /** Of the worker, which runs many files with one pg. */
  var rowTypeChecker: Checker | undefined;
}

function startChecking(): Checker {
  const statements = collectStatements(join(import.meta.dirname, "../../.."));
  const checked = new Set<string>();
  const mismatches = new Set<string>();
  const check = (text: string, columns: readonly ReturnedColumn[]) => {
    if (checked.has(text)) return;
    checked.add(text);
    for (const mismatch of findMismatches(statements, text, columns)) mismatches.add(mismatch);
  };
  const { prototype } = pg.Client;
  const query: unknown = Reflect.get(prototype, "query");
  if (typeof query !== "function") throw new Error("pg has no query function.");
  const checkedQuery = function (this: pg.Client, ...args: unknown[]): unknown {
    const result: unknown = Reflect.apply(query, this, args);
    const [statement] = args;
    const text = typeof statement === "string" ? statement : textOf(statement);
    if (text !== undefined && result instanceof Promise)
      void result.then(
        ({ fields }: pg.QueryResult) => check(text, fields ?? []),
        () => undefined,
      );
    return result;
  };
  Object.assign(prototype, { query: checkedQuery });
  return { mismatches };
}

const textOf = (statement: unknown): string | undefined =>
  typeof statement === "object" && statement !== null && "text" in statement
    ? String(statement.text)
    : undefined;

const checker = (globalThis.rowTypeChecker ??= startChecking());

afterAll(() => {
  const found = [...checker.mismatches];
  checker.mismatches.clear();
  if (found.length > 0)
    throw new Error(`Columns differ from their types in the source code:\n${found.join("\n")}`);
});
