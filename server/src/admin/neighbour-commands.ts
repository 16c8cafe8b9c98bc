import type { Command } from "commander";
import { print } from "#platform/command-line.ts";
import { withDatabase } from "./with-database.ts";

/** `admin neighbours`: the key of this community's requests to others. */
export function addNeighbourCommands(program: Command): void {
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
