import { expect, test } from "vitest";
import { openLog } from "#platform/log.ts";
import { openRegions } from "#platform/regions/regions.ts";
import { openRegionNetwork } from "#platform/routing/network/region-network.ts";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { addDemoRegion, REGION } from "./demo-region.ts";

const VADUZ = { lat: 47.1389, lng: 9.5208 };

test("the shipped region has roads that this release can read", () => {
  const log = openLog("silent");
  const settings = { DATA_DIR: createTestFolder() };
  addDemoRegion(settings);

  const regions = openRegions(settings, log);
  const region = regions.list().find(({ id }) => id === REGION.id);
  regions.close();

  expect(region && openRegionNetwork(region, log)?.find(VADUZ)).toBeDefined();
});
