import type { Command } from "commander";
import { listRootFolders, removeUnusedRootFolders, type RootFolder } from "#platform/db/embedded/root-folders.ts";
import { print } from "./print.ts";

/** `admin data-folders`: the embedded databases that root keeps outside of project folders. */
export function addDataFolderCommands(program: Command): void {
  const folders = program
    .command("data-folders")
    .description("show and remove databases below /var/lib/commonlane, where root keeps those of closed folders");
  folders
    .command("list", { isDefault: true })
    .description("show each database and the link in the project's folder that leads to it")
    .action(() => print(linesOrMessage(listRootFolders().map(describeFolder), "There are none.")));
  folders
    .command("remove-unused")
    .description("delete the databases whose project's folder is gone")
    .action(() =>
      print(
        linesOrMessage(
          removeUnusedRootFolders().map((data) => `Removed ${data}`),
          "Nothing to remove.",
        ),
      ),
    );
}

const linesOrMessage = (lines: string[], empty: string): string[] => (lines.length > 0 ? lines : [empty]);

function describeFolder({ data, link, isUsed }: RootFolder): string {
  if (link === undefined) return `${data}  created by an earlier release: its project is unknown`;
  return `${data}  ${isUsed ? "used by" : "unused; it belonged to"} ${link}`;
}
