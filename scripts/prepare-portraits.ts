import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { requireFrom } from "./on-demand-packages.ts";

/** Draws the portraits of the demo's people from the column "look" of people.tsv: see server/data/demo/README.md. */

const FOLDER = join(import.meta.dirname, "../server/data/demo");
const SIDE_PX = 256;
const QUALITY = 70;

/** Hair styles of people.tsv, as heads of Open Peeps. Suffixes tell women's and other people's heads apart. */
const HEADS: Readonly<Record<string, readonly string[]>> = {
  short_m: ["short1", "short2", "short3", "short4", "short5", "flatTop"],
  short_f: ["short2", "short4", "medium3", "pomp"],
  short_grey_m: ["short3", "short4"],
  short_grey_f: ["grayShort"],
  medium_m: ["medium1", "medium3", "short5"],
  medium_f: ["medium1", "medium2", "mediumStraight", "mediumBangs", "mediumBangs2"],
  long: ["long", "longCurly", "mediumStraight"],
  bun: ["bun", "bun2"],
  bun_grey_f: ["grayBun"],
  bob_grey_f: ["grayMedium"],
  ponytail: ["bun", "medium2"],
  bangs: ["bangs", "bangs2", "longBangs", "mediumBangs3"],
  bob: ["mediumBangs", "mediumBangs2", "mediumBangs3"],
  curly_f: ["longCurly", "longAfro"],
  curly_m: ["twists", "afro"],
  twists: ["twists2", "bantuKnots"],
  flat: ["flatTop", "flatTopLong"],
  hijab: ["hijab"],
  beanie: ["hatBeanie"],
  hat: ["hatHip"],
  cap: ["hatHip", "hatBeanie"],
  bald: ["noHair1", "noHair2", "noHair3"],
  pomp: ["pomp"],
};
const HAIR: Readonly<Record<string, string>> = {
  black: "2c1b18",
  brown: "724133",
  blond: "d6b370",
  red: "c93305",
  grey: "e8e1e1",
};
const SKIN = ["ffdbb4", "edb98a", "d08b5b", "ae5d29", "694d3d"];
const FACES = [
  "smile",
  "smile",
  "cute",
  "calm",
  "smileBig",
  "smileTeethGap",
  "driven",
  "eyesClosed",
];
const BACKGROUNDS = ["cfe3d4", "d9e4f2", "f3e3c8", "f0d9d6", "e2dcef", "d5ecec", "ece8da"];
const CLOTHES = ["e78276", "ffcf77", "9ddadb", "8fa7df", "78e185", "e279c7", "fdea6b"];
const BEARDS = ["chin", "full", "full2", "goatee1", "moustache3", "full3"];
const GLASSES = ["glasses", "glasses2", "glasses3", "glasses4"];

interface Picture {
  resize(width: number, height: number): Picture;
  webp(options: { quality: number; effort: number }): Picture;
  toBuffer(): Promise<Buffer>;
}
/** The server's own. */
const sharp: (svg: Buffer) => Picture = createRequire(
  join(import.meta.dirname, "../server/package.json"),
)("sharp");
const require = requireFrom("scripts/data");
const load = (name: string) => import(pathToFileURL(require.resolve(name)).href);
const { createAvatar } = await load("@dicebear/core");
const openPeeps: unknown = await load("@dicebear/open-peeps");

let state = 7;
function pick(items: readonly string[]): string {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return items[Math.floor((state / 2 ** 32) * items.length)] ?? "";
}

function draw([
  first = "",
  last = "",
  gender = "",
  ,
  ,
  ,
  ,
  ,
  look = "",
]: readonly string[]): string {
  const [skin = "1", style = "", colour = "", ...extras] = look.split(" ");
  const suffix = gender === "f" ? "f" : "m";
  const heads =
    HEADS[`${style}_${colour}_${suffix}`] ?? HEADS[`${style}_${suffix}`] ?? HEADS[style];
  if (!heads) throw new Error(`${first} ${last} has an unknown hair style: ${style}.`);
  return String(
    createAvatar(openPeeps, {
      seed: first + last,
      head: [pick(heads)],
      headContrastColor: [HAIR[colour]],
      skinColor: [SKIN[Number(skin) - 1]],
      face: [pick(FACES)],
      facialHair: [pick(BEARDS)],
      facialHairProbability: extras.includes("beard") ? 100 : 0,
      accessories: [pick(GLASSES)],
      accessoriesProbability: extras.includes("glasses") ? 100 : 0,
      maskProbability: 0,
      clothingColor: [pick(CLOTHES)],
      backgroundColor: [pick(BACKGROUNDS)],
      scale: 90,
      translateY: 6,
      size: 2 * SIDE_PX,
    }),
  );
}

const people = readFileSync(join(FOLDER, "people.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t"));
const portraits: Buffer[] = [];
for (const person of people) {
  const picture = sharp(Buffer.from(draw(person))).resize(SIDE_PX, SIDE_PX);
  portraits.push(await picture.webp({ quality: QUALITY, effort: 6 }).toBuffer());
}
// A WebP file begins with its length, so that concatenated files can be separated.
writeFileSync(join(FOLDER, "portraits.bin"), Buffer.concat(portraits));
process.stdout.write(`${people.length} portraits\n`);
