import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../../test/app/test-folders.ts";
import { listRootFolders, removeUnusedRootFolders } from "./root-folders.ts";
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

test("databases whose project is gone are removed; those in use and those of unknown origin stay", () => {
  const state = createTestFolder();
  const [used, gone, replaced] = [
    makeFolder(state, "a-used", createTestFolder()),
    makeFolder(state, "b-gone", createTestFolder()),
    makeFolder(state, "c-replaced", createTestFolder()),
  ];
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
  expect(removeUnusedRootFolders(state)).toEqual([gone.data, replaced.data]);
  expect(readdirSync(state).toSorted()).toEqual([
    "data-a-used",
    "data-a-used.link",
    "data-d-unknown",
    "postgresql-18.4",
  ]);
  expect(removeUnusedRootFolders(state)).toEqual([]);
  expect(listRootFolders(join(state, "missing"))).toEqual([]);
});
