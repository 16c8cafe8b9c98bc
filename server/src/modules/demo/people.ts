import { readFileSync } from "node:fs";
import type { Preferences } from "@commonlane/contract/profiles";
import { parseTimetable, type TimetableEntry } from "./timetable.ts";

/** server/data/demo/README.md describes the files. */
const DATA = new URL("../../../data/demo/", import.meta.url);

/** One of the people of the demo. Those with a car host rides. */
export interface Person {
  readonly name: string;
  readonly first: string;
  readonly last: string;
  readonly gender: "female" | "male" | "nonbinary";
  /** A village or town. */
  readonly home: string;
  readonly languages: readonly string[];
  /** Where they usually go; undefined for people without a habit. */
  readonly goal: string | undefined;
  readonly car:
    | {
        readonly make: string;
        readonly model: string;
        readonly colour: string;
        readonly seats: number;
      }
    | undefined;
  /** When they drive; empty for people without a car. */
  readonly timetable: readonly TimetableEntry[];
  readonly hasGreyHair: boolean;
  readonly bio: string;
  readonly preferences: Preferences;
  /** A WebP file of 256 pixels. */
  readonly portrait: Buffer;
}

const GENDERS: Readonly<Record<string, Person["gender"]>> = {
  f: "female",
  m: "male",
  x: "nonbinary",
};
const LIKES: readonly Preferences[] = [
  { smoking: "no", music: "some" },
  { smoking: "no", pets: "small", talk: "some" },
  {},
  { smoking: "breaks", music: "loud", talk: "lots" },
  { smoking: "no", pets: "yes", music: "quiet", talk: "quiet" },
];

/** Everyone, the same in every demo. */
export function readPeople(): readonly Person[] {
  const portraits = splitPortraits(readFileSync(new URL("portraits.bin", DATA)));
  return readFileSync(new URL("people.tsv", DATA), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line, n) => parsePerson(line, n, portraits[n]));
}

function parsePerson(line: string, n: number, portrait: Buffer | undefined): Person {
  const [
    first = "",
    last = "",
    gender = "",
    home = "",
    languages = "",
    goal = "",
    car = "",
    drives = "",
    look = "",
    bio = "",
  ] = line.split("\t");
  if (bio === "" || !portrait) throw new Error(`people.tsv and portraits.bin do not fit: ${line}`);
  return {
    name: `${first} ${last}`,
    first,
    last,
    gender: GENDERS[gender] ?? "nonbinary",
    home,
    languages: languages.split(" "),
    goal: goal === "-" ? undefined : goal,
    car: parseCar(car),
    timetable: parseTimetable(drives, goal),
    hasGreyHair: look.includes(" grey "),
    bio,
    preferences: LIKES[n % LIKES.length] ?? {},
    portrait,
  };
}

/** "Škoda Octavia, petrol blue, 4" */
function parseCar(text: string): Person["car"] {
  const [name = "", colour, seats] = text.split(", ");
  const [make = "", ...model] = name.split(" ");
  return colour === undefined
    ? undefined
    : {
        make,
        model: model.join(" "),
        colour,
        seats: Number(seats),
      };
}

/** Each WebP file begins with "RIFF" and its length from there on. */
function splitPortraits(files: Buffer): Buffer[] {
  const portraits: Buffer[] = [];
  for (let at = 0; at < files.length;) {
    const end = at + 8 + files.readUInt32LE(at + 4);
    portraits.push(files.subarray(at, end));
    at = end;
  }
  return portraits;
}

/** People of the demo with a part of their own. */
export const HOST = "Amara Okafor";
export const SEEKER = "Diego Hernández";
export const NEWCOMER = "Yuki Tanaka";
export const MODERATOR = "Helena Malin";
/** Offers paid transfers, and is reported for it. */
export const TAXI = "Marc Sommer";

/** The people one can sign in as on the demo page, with what they show. */
export const ROLES = [
  { name: HOST, role: "Host" },
  { name: SEEKER, role: "Seeker" },
  { name: NEWCOMER, role: "Newcomer" },
  { name: MODERATOR, role: "Moderator" },
] as const;
