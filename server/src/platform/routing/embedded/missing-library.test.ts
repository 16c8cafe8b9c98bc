import { expect, test } from "vitest";
import { explainMissingLibrary } from "./build-roads.ts";

const linkerMessage = (library: string) =>
  `valhalla_build_tiles: error while loading shared libraries: ${library}: cannot open shared object file: No such file or directory`;

test("a library that a minimal system lacks is named, with the package that brings it", () => {
  expect(explainMissingLibrary(linkerMessage("libbsd.so.0"))).toBe(
    "this system lacks libbsd.so.0 (on Debian and Ubuntu: apt-get install libbsd0)",
  );
  expect(explainMissingLibrary(linkerMessage("libother.so.2"))).toBe(
    "this system lacks libother.so.2",
  );
  expect(explainMissingLibrary("2026/11/26 [INFO] Node Count = 12")).toBeUndefined();
});
