import { configDefaults } from "vitest/config";

/**
 * There are two test runs. `npm test` runs every test file except `*.long.*`. `npm run test:long` sets LONG_TESTS and
 * runs the `*.long.*` files, and once more, with more cases, the files listed here.
 */
export const isLongRun: boolean = process.env["LONG_TESTS"] === "1";

interface Size {
  /** The environment variable the test reads; a value from outside wins. */
  readonly variable: string;
  readonly short: number;
  readonly long: number;
  /** The tests which read it, from the folder of their project. */
  readonly files: readonly string[];
}

const SIZES: Readonly<Record<"matching" | "server", readonly Size[]>> = {
  matching: [
    {
      variable: "WORLDS",
      short: 600,
      long: 3_000,
      files: ["test/oracle.test.ts", "test/agreed-stops.test.ts", "test/road-oracle.test.ts"],
    },
  ],
  server: [
    { variable: "FUZZ_REQUESTS", short: 1_200, long: 20_000, files: ["test/fuzz/fuzz.test.ts"] },
    {
      variable: "ANSWERS",
      short: 500,
      long: 1_000,
      files: ["src/modules/seat-requests/location-privacy/request-trilateration.test.ts"],
    },
    { variable: "RACES", short: 4, long: 20, files: ["src/modules/seat-requests/seat-requests.race.test.ts"] },
    { variable: "ROAD_WORLDS", short: 1, long: 20, files: ["src/modules/rides/search/exact-on-roads.test.ts"] },
  ],
};

/** Which files of a vitest project run, and how many cases they try. */
export function testRun(project: keyof typeof SIZES) {
  const sizes = SIZES[project];
  const env = Object.fromEntries(
    sizes.map(({ variable, short, long }) => [variable, process.env[variable] ?? String(isLongRun ? long : short)]),
  );
  return isLongRun
    ? { include: ["**/*.long.test.ts", ...sizes.flatMap(({ files }) => files)], passWithNoTests: true, env }
    : { exclude: [...configDefaults.exclude, "**/*.long.test.ts"], env };
}
