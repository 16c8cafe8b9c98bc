import { Command } from "commander";
import { commandLine, print } from "#platform/command-line.ts";
import {
  listRootFolders,
  removeRootFolders,
  type RootFolder,
} from "#platform/db/embedded/root-folders.ts";
import { addBackupCommands } from "./backup-commands.ts";
import { addMeetingPointCommands } from "./meeting-point-commands.ts";
import { addMoveInCommand } from "./move-in-commands.ts";
import { handleInterrupts, Interrupted } from "./interrupt.ts";
import {
  addAdministratorCommands,
  addModeratorCommands,
  addReportCommands,
  addUserCommands,
} from "./moderation-commands.ts";
import { addRegionCommands } from "./regions/region-commands.ts";
import { addTransitCommands } from "./transit/transit-commands.ts";
import { withDatabase } from "./with-database.ts";

/** `admin reliability`: recalculates the numbers that profiles show. */
function addReliabilityCommands(program: Command): void {
  const reliability = program
    .command("reliability")
    .description("check the reliability numbers and mean ratings");
  reliability
    .command("check", { isDefault: true })
    .description("recalculate the numbers of all users and compare; exits with 1 if any differ")
    .option("--fix", "correct those that differ")
    .action(async ({ fix = false }: { fix?: boolean }) => {
      const { recomputeReliability } = await import("#modules/reliability/index.ts");
      print(await withDatabase((ctx) => recomputeReliability(ctx, { write: fix })));
    });
}

/** `admin neighbours`: the key of this community's requests to others. */
function addNeighbourCommands(program: Command): void {
  program
    .command("neighbours")
    .description("communities that search each other")
    .command("new-key")
    .description("replace the key of requests to neighbours, which then have to approve it again")
    .action(async () => {
      const { replaceOwnKey } = await import("#modules/neighbours/index.ts");
      print(await withDatabase(replaceOwnKey));
    });
}

/**
 * The command line for operators, `npm run admin -- ⟨command⟩`. It needs the same settings as the server. Prints a
 * failure as one line on standard error and exits with code 1.
 */
const program = new Command(commandLine("admin", "").trimEnd())
  .description("Administers a Commonlane server on this machine, whether it runs or not.")
  .showHelpAfterError("Use --help to see how.")
  .configureHelp({ showGlobalOptions: false });

addAdministratorCommands(program);
addModeratorCommands(program);
addReportCommands(program);
addUserCommands(program);
addReliabilityCommands(program);
addNeighbourCommands(program);
addRegionCommands(program);
addTransitCommands(program);
addMeetingPointCommands(program);
addMoveInCommand(program);
addBackupCommands(program);
addDataFolderCommands(program);

// Calls `exit`, which stops a database that this process started.
handleInterrupts();

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
}

/** `admin data-folders`: the embedded databases that root keeps outside of project folders. */
function addDataFolderCommands(program: Command): void {
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
