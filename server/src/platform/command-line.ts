import { resolve } from "node:path";

/**
 * How an operator types a command on this installation, for messages: `npm run admin -- restore`, or
 * `./commonlane admin restore` from a release archive.
 */
export function commandLine(
  command: "start" | "cluster" | "admin" | "region" | "transit" | "meeting-points",
  ...args: readonly string[]
): string {
  const launcher = process.env["COMMONLANE_COMMAND"];
  const words = launcher === undefined ? npmWords(command, args) : [launcher, command, ...args];
  return words.join(" ");
}

/** True if this server runs from a release archive. */
export function isReleaseArchive(): boolean {
  return process.env["COMMONLANE_COMMAND"] !== undefined;
}

function npmWords(command: string, args: readonly string[]): string[] {
  const script = command === "start" ? ["npm", "start"] : ["npm", "run", command];
  return args.length > 0 ? [...script, "--", ...args] : script;
}

/** Prints the result of a command. */
export function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** npm runs scripts in the project's folder and passes the caller's folder in INIT_CWD. */
export const callersFolder = (): string => process.env["INIT_CWD"] ?? ".";

/** The path of a file that an operator named in their folder. */
export const resolveFile = (name: string): string => resolve(callersFolder(), name);
