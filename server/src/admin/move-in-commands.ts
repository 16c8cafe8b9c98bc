import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import type { MemberImportMistake, MemberImportReport } from "@commonlane/contract/member-imports";
import type { MemberFiles } from "#modules/member-imports/index.ts";
import { print, resolveFile } from "#platform/command-line.ts";
import { withDatabase } from "./with-database.ts";

interface MoveInOptions {
  readonly platform: string;
  readonly import?: boolean;
}

/** `admin move-in`: people of another platform, with their vehicles and series. */
export function addMoveInCommand(program: Command): void {
  program
    .command("move-in")
    .description("check files of people of another platform; with --import, import them")
    .argument("<files...>", "people.csv, and if there are any, vehicles.csv and series.csv")
    .requiredOption(
      "--platform <name>",
      "name of the platform, as people read it in the invitation",
    )
    .option("--import", "import all, or nothing if there is a mistake")
    .action(moveIn);
}

async function moveIn(paths: readonly string[], options: MoveInOptions): Promise<void> {
  const { importMembers, unpackMemberFiles } = await import("#modules/member-imports/index.ts");
  const [first = ""] = paths;
  const files = first.endsWith(".zip")
    ? unpackMemberFiles(await readFile(resolveFile(first)))
    : await readNamed(paths);
  const report = await withDatabase((ctx) =>
    importMembers(ctx, files, {
      platform: options.platform,
      isCheck: !options.import,
    }),
  );
  print(describeReport(report));
  if (report.mistakeCount > 0) throw new Error("Nothing was imported.");
}

async function readNamed(paths: readonly string[]): Promise<MemberFiles> {
  const files: Record<string, Uint8Array> = {};
  for (const path of paths) {
    const name = basename(path, ".csv");
    if (!["people", "vehicles", "series"].includes(name))
      throw new Error(`Name the files people.csv, vehicles.csv and series.csv, not ${path}.`);
    files[name] = await readFile(resolveFile(path));
  }
  const { people, ...others } = files;
  if (!people) throw new Error("people.csv is missing.");
  return { people, ...others };
}

const REASONS: Readonly<Record<MemberImportMistake["reason"], string>> = {
  missing: "is missing",
  invalid: "can't be used",
  duplicate: "is there twice",
  unknownColumn: "is no column of this file",
  unknownPerson: "is not in people.csv",
  tooMany: "is more than a member may have",
};

function describeReport(report: MemberImportReport): string[] {
  const { people, vehicles, series, closed, mistakes, mistakeCount, isImported } = report;
  const more = mistakeCount - mistakes.length;
  return [
    `${people} people, ${vehicles} vehicles, ${series} series.`,
    ...(closed > 0 ? [`${closed} took over or deleted their data before and are left out.`] : []),
    ...mistakes.map(
      ({ file, line, column, reason }) =>
        `${file}.csv, line ${line}: ${column ?? "the row"} ${REASONS[reason]}`,
    ),
    ...(more > 0 ? [`… and ${more} more`] : []),
    ...(mistakeCount === 0 && !isImported ? ["No mistakes. Import them with --import."] : []),
    ...(isImported ? ["Imported. Invite them in the console, under Moving here."] : []),
  ];
}
