import { commandLine } from "#platform/command-line.ts";
import { Command } from "commander";
import { addDataFolderCommands } from "./data-folder-commands.ts";
import { addBackupCommands } from "./backup-commands.ts";
import { addMeetingPointCommands } from "./meeting-point-commands.ts";
import { addNeighbourCommands } from "./neighbour-commands.ts";
import { addReliabilityCommands } from "./reliability-commands.ts";
import { handleInterrupts, Interrupted } from "./interrupt.ts";
import {
  addAdministratorCommands,
  addModeratorCommands,
  addReportCommands,
  addUserCommands,
} from "./moderation-commands.ts";
import { addRegionCommands } from "./regions/region-commands.ts";
import { addTransitCommands } from "./transit/transit-commands.ts";

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
