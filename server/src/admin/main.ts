import { Command } from "commander";
import { commandLine, print } from "#platform/command-line.ts";
import { addDataFolderCommands } from "./data-folder-commands.ts";
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
