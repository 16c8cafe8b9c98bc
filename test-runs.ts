import { configDefaults } from "vitest/config";

/**
 * There are three test runs, chosen by TEST_RUN; the ending of a file name says which run a test belongs to.
 * - `quick`, which is `npm test`: files without `.slow` or `.long`.
 * - `slow`, which is `npm run test:slow`: `*.slow.*`.
 * - `long`, which is `npm run test:long`: `*.long.*`, and once more, with more cases, the files listed here.
 *
 * Without it, `npm run test:unit` and `npm run test:e2e` run everything but the long ones, so that a file can be named.
 */
const run = process.env["TEST_RUN"];
const isLongRun: boolean = run === "long";

const ALL = "**/*.test.{ts,tsx}";
const SLOW = "**/*.slow.test.{ts,tsx}";
const LONG = "**/*.long.test.{ts,tsx}";

interface Size {
  /** The environment variable the test reads; a value from outside wins. */
  readonly variable: string;
  readonly short: number;
  readonly long: number;
  /** The tests which read it, from the folder of their project. */
  readonly files: readonly string[];
}

const SIZES: Readonly<Record<"matching" | "geo" | "server", readonly Size[]>> = {
  matching: [
    {
      variable: "WORLDS",
      short: 600,
      long: 3_000,
      files: ["test/oracle.test.ts", "test/agreed-stops.test.ts", "test/road-oracle.slow.test.ts"],
    },
  ],
  geo: [
    {
      variable: "ROAD_GRAPHS",
      short: 60,
      long: 20_000,
      files: ["test/road-network.test.ts"],
    },
    {
      variable: "TURN_TOWNS",
      short: 25,
      long: 1_000,
      files: ["test/turn-restrictions-oracle.test.ts", "test/destination-oracle.test.ts"],
    },
  ],
  server: [
    {
      variable: "FUZZ_REQUESTS",
      short: 1_200,
      long: 20_000,
      files: ["test/fuzz/fuzz.slow.test.ts"],
    },
    {
      variable: "ANSWERS",
      short: 500,
      long: 1_000,
      files: ["src/modules/seat-requests/location-privacy/request-trilateration.slow.test.ts"],
    },
    {
      variable: "RACES",
      short: 4,
      long: 20,
      files: ["src/modules/seat-requests/seat-requests.race.test.ts"],
    },
    {
      variable: "ROAD_WORLDS",
      short: 1,
      long: 20,
      files: ["src/modules/rides/search/exact-on-roads.slow.test.ts"],
    },
    {
      variable: "JOURNEYS",
      short: 300,
      long: 10_000,
      files: ["src/modules/transit/planner/search-network.test.ts"],
    },
  ],
};

export type ProjectName = "contract" | "matching" | "geo" | "server" | "web";

/** The vitest projects with tests in this run. */
export const testProjects: readonly ProjectName[] =
  run === "slow" || isLongRun
    ? ["matching", "geo", "server"]
    : ["contract", "matching", "geo", "server", "web"];

/** Which files of a vitest project run; for end-to-end tests see e2e/playwright.config.ts. */
function testFiles() {
  const others = configDefaults.exclude;
  if (isLongRun)
    return {
      include: [LONG],
      exclude: others,
    };
  if (run === "slow")
    return {
      include: [SLOW],
      exclude: others,
    };
  return {
    include: [ALL],
    exclude: [...others, ...(run === "quick" ? [SLOW, LONG] : [LONG])],
  };
}

/** Which files of a vitest project with tests of several sizes run, and how many cases they try. */
export function sizedTestFiles(project: keyof typeof SIZES) {
  const sizes = SIZES[project];
  const env = Object.fromEntries(
    sizes.map(({ variable, short, long }) => [
      variable,
      process.env[variable] ?? String(isLongRun ? long : short),
    ]),
  );
  const files = testFiles();
  const withMoreCases = isLongRun ? sizes.flatMap((size) => size.files) : [];
  return {
    ...files,
    include: [...files.include, ...withMoreCases],
    env,
  };
}
