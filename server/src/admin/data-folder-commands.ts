import type { Command } from "commander";
import {
  listRootFolders,
  removeRootFolders,
  type RootFolder,
} from "#platform/db/embedded/root-folders.ts";
import { print } from "#platform/command-line.ts";

/** `admin data-folders`: the embedded databases that root keeps outside of project folders. */
export function addDataFolderCommands(program: Command): void {
  const folders = program
    .command("data-folders")
    .description(
      "show and remove databases below /var/lib/commonlane, where root keeps those of closed folders",
    );
  folders
    .command("list", { isDefault: true })
    .description("show each database and the link in the project's folder that leads to it")
    .action(() => {
      const lines = listRootFolders().map(describeFolder);
      print(lines.length > 0 ? lines : ["There are none."]);
    });
  folders
    .command("remove")
    .argument("<folder...>", "databases as listed, with or without /var/lib/commonlane/")
    .description(
      "delete databases whose project's folder is gone; make sure that its disk is mounted",
    )
    .action((named: string[]) => {
      removeRootFolders(named);
      print(named.map((data) => `Removed ${data}`));
    });
}

function describeFolder({ data, link, isUsed }: RootFolder): string {
  if (link === undefined) return `${data}  created by an earlier release: its project is unknown`;
  return `${data}  ${isUsed ? "used by" : "no longer reached from"} ${link}`;
}
