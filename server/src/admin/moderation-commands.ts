import { type Command, InvalidArgumentError } from "commander";
import { SUSPENSION_MAX_DAYS } from "@commonlane/contract/limits";
import { readNumber } from "@commonlane/contract/plain-numbers";
import { Id } from "@commonlane/contract/shapes";
import type { Context } from "#platform/context.ts";
import { withDatabase } from "./with-database.ts";
import { print } from "#platform/command-line.ts";

// Loaded on demand, so that help and usage errors appear at once.
const loadModeration = () => import("#modules/moderation/index.ts");
const loadReports = () => import("#modules/reports/index.ts");

async function printResult(work: (ctx: Context) => Promise<string[]>): Promise<void> {
  return print(await withDatabase(work));
}

/** `admin administrators`: lists, adds and removes administrators. */
export function addAdministratorCommands(program: Command): void {
  const administrators = program
    .command("administrators")
    .description("show, add and remove administrators");
  administrators
    .command("list", { isDefault: true })
    .description("show all administrators")
    .action(async () => printResult((await loadModeration()).listAdministrators));
  administrators
    .command("add")
    .description("make a user an administrator, from their next request on")
    .argument("<e-mail>")
    .action((email: string) =>
      printResult(async (ctx) => (await loadModeration()).grantAdministratorRole(ctx, email)),
    );
  administrators
    .command("remove")
    .description("take the role away; they stay a moderator")
    .argument("<e-mail>")
    .action((email: string) =>
      printResult(async (ctx) => (await loadModeration()).revokeAdministratorRole(ctx, email)),
    );
}

/** `admin moderators`: lists, adds and removes moderators. */
export function addModeratorCommands(program: Command): void {
  const moderators = program.command("moderators").description("show, add and remove moderators");
  moderators
    .command("list", { isDefault: true })
    .description("show all moderators")
    .action(async () => printResult((await loadModeration()).listModerators));
  moderators
    .command("add")
    .description("make a user a moderator, from their next request on")
    .argument("<e-mail>")
    .action((email: string) =>
      printResult(async (ctx) => (await loadModeration()).grantModeratorRole(ctx, email)),
    );
  moderators
    .command("remove")
    .description("take the role away, from their next request on")
    .argument("<e-mail>")
    .action((email: string) =>
      printResult(async (ctx) => (await loadModeration()).revokeModeratorRole(ctx, email)),
    );
}

/** `admin reports`: reads and closes users' reports. */
export function addReportCommands(program: Command): void {
  const group = program.command("reports").description("read and close reports");
  group
    .command("list", { isDefault: true })
    .description("show open reports, oldest first")
    .action(async () => printResult((await loadReports()).listReports));
  group
    .command("show")
    .description("show one report with a snapshot of what was reported")
    .argument("<id>", "id of the report", readReportId)
    .action((id: string) => printResult(async (ctx) => (await loadReports()).showReport(ctx, id)));
  group
    .command("close")
    .description("close a report and record what was done")
    .argument("<id>", "id of the report", readReportId)
    .argument("<outcome...>", "what was done")
    .action((id: string, outcome: string[]) =>
      printResult(async (ctx) =>
        (await loadReports()).closeReportByOperator(ctx, id, outcome.join(" ")),
      ),
    );
}

/** `admin users`: suspensions, sessions and lost second factors. */
export function addUserCommands(program: Command): void {
  const users = program.command("users").description("suspend users and sign them out");
  users
    .command("suspend")
    .description("suspend a user; they can read the reason")
    .argument("<e-mail>")
    .argument("<reason...>")
    .option("--days <days>", "end the suspension after this many days (default: never)", readDays)
    .option("--fraud", "also warn everyone the user wrote to or booked a ride with")
    .action(
      (
        email: string,
        reason: string[],
        {
          days,
          fraud = false,
        }: {
          days?: number;
          fraud?: boolean;
        },
      ) =>
        printResult(async (ctx) =>
          (await loadModeration()).suspendByOperator(ctx, email, {
            reason: reason.join(" "),
            fraud,
            days,
          }),
        ),
    );
  users
    .command("reinstate")
    .description("end a suspension; the user is notified of the reason")
    .argument("<e-mail>")
    .argument("<reason...>")
    .action((email: string, reason: string[]) =>
      printResult(async (ctx) =>
        (await loadModeration()).unsuspendByOperator(ctx, email, reason.join(" ")),
      ),
    );
  users
    .command("reset-second-factor")
    .description(
      "remove the passkeys and the authenticator app of a user who lost them; check who asks first",
    )
    .argument("<e-mail>")
    .action((email: string) =>
      printResult(async (ctx) => (await loadModeration()).resetSecondFactorsByOperator(ctx, email)),
    );
  users
    .command("sign-out")
    .description("end all sessions of a user, or of everyone")
    .argument("[e-mail]")
    .option("--all", "end the sessions of all users")
    .action((email: string | undefined, { all = false }: { all?: boolean }, command: Command) => {
      if ((email === undefined) !== all) command.error("Name one user, or use --all.");
      return printResult(async (ctx) => {
        const { signOutEveryone, signOutUser } = await loadModeration();
        return email === undefined ? signOutEveryone(ctx) : signOutUser(ctx, email);
      });
    });
}

function readReportId(text: string): string {
  if (!Id.safeParse(text).success)
    throw new InvalidArgumentError("This is not the id of a report.");
  return text;
}

function readDays(text: string): number {
  const days = readNumber(text);
  if (!Number.isInteger(days) || days < 1 || days > SUSPENSION_MAX_DAYS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${SUSPENSION_MAX_DAYS}.`);
  return days;
}
