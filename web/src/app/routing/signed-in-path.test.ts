import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isSignedInPath } from "./signed-in-path.ts";

const ROUTES = join(import.meta.dirname, "../shell/SignedInScreens.tsx");

test("visitors return to every signed-in screen after signing in, and to no other path", () => {
  const paths = [...readFileSync(ROUTES, "utf8").matchAll(/^ {2}"(\/[^"]*)": /gm)].map(
    ([, path = ""]) => path,
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !isSignedInPath(path))).toEqual([]);
  const others = ["/", "/login", "/about", "/homes", "/ridesx", "/nowhere", "//rides", "/x/rides"];
  expect(others.filter(isSignedInPath)).toEqual([]);
});
