import { InvalidArgumentError } from "commander";
import { callersFolder } from "#platform/command-line.ts";
import {
  assertAllowedUrl,
  type ExtractSource,
  parseName,
  parseSource,
} from "./regions/extract-source.ts";

/** The argument of a command that names a file or an https address. @throws InvalidArgumentError */
export const readSource = (text: string): ExtractSource =>
  asArgument(() => parseSource(text, callersFolder()));

/** The argument of a command that is an https address. @throws InvalidArgumentError */
export const readUrl = (text: string): string =>
  asArgument(() => {
    const url = new URL(text);
    assertAllowedUrl(url);
    return url.href;
  });

/** The argument of a command that names a region or a timetable. @throws InvalidArgumentError */
export function readName(text: string): string {
  return asArgument(() => parseName(text));
}

function asArgument<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
