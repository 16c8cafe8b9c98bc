import { cpSync, globSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a release contains, beside the packages: the built programs and the sources that they read at run time. */
const CONTENT = [
  "*.md",
  "LICENSE",
  ".npmrc",
  "package.json",
  "package-lock.json",
  "{contract,matching,geo,server,web,e2e,bench}/package.json",
  "{contract,matching,geo,server}/src",
  "server/{data,dist}",
  "web/dist",
  "locales",
  "deploy",
  "docs",
  "scripts/compile-cache.mjs",
  "scripts/release/healthcheck.mjs",
];
const LEFT_OUT = /\.test\.tsx?$|^docs\/pictures\/|\.map$/;

/** Copies the content of a release into an empty folder. */
export function stageFiles(root: string, folder: string): void {
  for (const path of globSync(CONTENT, { cwd: root })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(source.slice(root.length + 1)),
    });
  }
  cpSync(join(root, "scripts/release/commonlane.sh"), join(folder, "commonlane"));
}

/** Removes what npm needed only to read the lockfile, and the parts of packages that run on other machines. */
export function removeUnused(folder: string, processor: "x64" | "arm64"): void {
  const remove = (...paths: string[]) =>
    paths.forEach((path) => rmSync(join(folder, path), { recursive: true, force: true }));
  remove(
    "e2e",
    "bench",
    "node_modules/@commonlane/e2e",
    "node_modules/@commonlane/bench",
    "node_modules/.bin",
  );
  remove("node_modules/@types", "node_modules/.package-lock.json");
  const node = `node_modules/node-linux-${processor}`;
  remove(...["include", "share", "CHANGELOG.md", "README.md"].map((name) => `${node}/${name}`));
}
