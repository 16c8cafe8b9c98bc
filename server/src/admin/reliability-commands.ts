import type { Command } from "commander";
import { withDatabase } from "./with-database.ts";
import { print } from "#platform/command-line.ts";

/** `admin reliability`: recalculates the numbers that profiles show. */
export function addReliabilityCommands(program: Command): void {
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
