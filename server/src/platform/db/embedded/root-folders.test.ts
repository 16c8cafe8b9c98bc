import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../../test/app/test-folders.ts";
import { listRootFolders, removeRootFolders } from "./root-folders.ts";
import { linkNoteOf } from "./data-folder.ts";

/** Creates a database folder below `state`, as root's first start in a closed project does, and the link to it. */
function makeFolder(state: string, name: string, project: string): { data: string; link: string } {
  const data = join(state, `data-${name}`);
  const link = join(project, "postgres");
  mkdirSync(data);
  writeFileSync(join(data, "PG_VERSION"), "18\n");
  symlinkSync(data, link);
  writeFileSync(linkNoteOf(data), `${link}\n`);
  return { data, link };
}

test("databases whose project is gone are removed by name, and no others", () => {
  const state = createTestFolder();
  const used = makeFolder(state, "a-used", createTestFolder());
  const gone = makeFolder(state, "b-gone", createTestFolder());
  const replaced = makeFolder(state, "c-replaced", createTestFolder());
  rmSync(gone.link);
  rmSync(replaced.link);
  symlinkSync(used.data, replaced.link);
  mkdirSync(join(state, "data-d-unknown"));
  mkdirSync(join(state, "postgresql-18.4"));

  expect(listRootFolders(state).map(({ link, isUsed }) => [link, isUsed])).toEqual([
    [used.link, true],
    [gone.link, false],
    [replaced.link, false],
    [undefined, false],
  ]);
  const remove = (...names: string[]) => removeRootFolders(names, state);
  expect(() => remove(gone.data, "data-a-used")).toThrow(`${used.link} leads to ${used.data}.`);
  for (const name of ["postgresql-18.4", "data-e-missing", "..", "/", used.link])
    expect(() => remove(gone.data, name)).toThrow("is not one of the databases in");
  expect(readdirSync(state)).toContain("data-b-gone");

  remove(gone.data, "data-d-unknown");
  expect(readdirSync(state).toSorted()).toEqual([
    "data-a-used",
    "data-a-used.link",
    "data-c-replaced",
    "data-c-replaced.link",
    "postgresql-18.4",
  ]);
  expect(listRootFolders(join(state, "missing"))).toEqual([]);
});

test("a project whose disk is not mounted loses nothing unless its database is named", () => {
  const state = createTestFolder();
  const project = createTestFolder();
  const { data, link } = makeFolder(state, "a", project);
  rmSync(project, { recursive: true });
  expect(listRootFolders(state)).toEqual([{ data, link, isUsed: false }]);
  expect(existsSync(join(data, "PG_VERSION"))).toBe(true);
});
