import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "./test-folders.ts";
import { removeAbandonedFolders } from "./fast-temp-folder.ts";

test("removes what a killed run left in memory, and nothing of running processes", () => {
  const { pid: endedPid } = spawnSync("true");
  const place = createTestFolder();
  const abandoned = `commonlane-of-${endedPid}-Ab12Cd`;
  const inUse = `commonlane-of-${process.pid}-Ab12Cd`;
  const unrelated = "of-no-process";
  for (const name of [abandoned, inUse, unrelated])
    mkdirSync(join(place, name, "within"), { recursive: true });
  removeAbandonedFolders(place);
  expect(readdirSync(place).toSorted()).toEqual([inUse, unrelated]);
  expect(() => removeAbandonedFolders(join(place, "nowhere"))).not.toThrow();
});
