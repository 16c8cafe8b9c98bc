import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Settings } from "#platform/settings.ts";
import { createTestApp, type TestApp } from "../app/test-app.ts";
import { VILLAGES } from "../regions/villages.ts";
import { addLiechtenstein, buildLiechtenstein } from "./liechtenstein-region.ts";

const { balzers, triesen, vaduz, schaan, ruggell } = VILLAGES;
const malbun = { label: "Malbun", lat: 47.1027, lng: 9.6097 };

/** Places on the roads of Liechtenstein. */
export const liechtenstein = { balzers, triesen, vaduz, schaan, malbun, ruggell };

/** A test app in a community that has built Liechtenstein. */
export async function createAppOnRoads(settings: Partial<Settings> = {}): Promise<TestApp> {
  const dataFolder = mkdtempSync(join(tmpdir(), "roads-"));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  addLiechtenstein(await buildLiechtenstein(), dataFolder);
  return createTestApp({ settings: { ...settings, DATA_DIR: dataFolder } });
}
