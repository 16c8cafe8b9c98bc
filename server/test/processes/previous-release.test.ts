import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PRODUCT_FOLDER, productVersion } from "#platform/product-version.ts";
import { hasPreviousRelease, previousVersion } from "./previous-release.ts";

test.runIf(hasPreviousRelease())(
  "the release that runs beside this one in tests is the newest before this one, and has another version",
  () => {
    const changelog = readFileSync(new URL("CHANGELOG.md", PRODUCT_FOLDER), "utf8");
    const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) - /gm)].map(([, name]) => name);
    expect(previousVersion()).toBe(released.find((version) => version !== productVersion));
    expect(previousVersion()).not.toBe(productVersion);
  },
);
