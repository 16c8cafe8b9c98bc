import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  FINGERPRINTS_FILE,
  fingerprintOf,
  PICTURE_SOURCES,
} from "./support/picture-fingerprints.ts";

/** Fails if a screen has changed since its picture was drawn. Before a release, not at every commit. */

const drawn: Readonly<Record<string, string>> = existsSync(FINGERPRINTS_FILE)
  ? JSON.parse(readFileSync(FINGERPRINTS_FILE, "utf8"))
  : {};
const outdated = Object.keys(PICTURE_SOURCES).filter((name) => drawn[name] !== fingerprintOf(name));
for (const name of outdated)
  process.stderr.write(
    `docs/pictures/${name} is older than ${PICTURE_SOURCES[name]?.join(" and ")}.\n`,
  );
const folder = join(FINGERPRINTS_FILE, "..");
const missing = Object.keys(PICTURE_SOURCES).filter(
  (name) => !existsSync(join(folder, `${name}.${name === "booking" ? "webp" : "png"}`)),
);
for (const name of missing) process.stderr.write(`docs/pictures/${name} is missing.\n`);
if (outdated.length + missing.length > 0) {
  process.stderr.write("Run: npm run generate -- pictures\n");
  process.exitCode = 1;
} else
  process.stdout.write(`${Object.keys(PICTURE_SOURCES).length} pictures show today's screens.\n`);
