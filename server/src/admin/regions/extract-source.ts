import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { callersFolder } from "#platform/command-line.ts";
import { plainLetters } from "#platform/text.ts";

/** Where an extract comes from. */
export type ExtractSource = { readonly file: string } | { readonly url: string };

const NAME_MAX_LENGTH = 60;

/** Reads what an operator typed: an address, or a path below `folder`. @throws Error with one clear sentence. */
function parseSource(text: string, folder: string): ExtractSource {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return { file: resolve(folder, text) };
  const url = URL.parse(text);
  if (!url) throw new Error(`${text} is not a valid address.`);
  assertAllowedUrl(url);
  return { url: url.href };
}

/** @throws Error unless the address is https, or http on this machine. */
export function assertAllowedUrl({ protocol, hostname, href }: URL): void {
  const isLocal =
    hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
  if (protocol === "https:" || (protocol === "http:" && isLocal)) return;
  throw new Error(`${href} is not an https address.`);
}

export const describeSource = (source: ExtractSource): string =>
  "url" in source ? source.url : source.file;

/** The name of the file without what download servers add, such as "Liechtenstein" for liechtenstein-latest.osm.pbf. */
export function defaultName(source: ExtractSource): string {
  const file = "url" in source ? decodeURIComponent(new URL(source.url).pathname) : source.file;
  const words = basename(file)
    .replace(/\.pbf$/i, "")
    .replace(/\.osm$/i, "")
    .replace(/-(latest|\d{6,8})$/i, "")
    .split(/[-_\s.]+/)
    .filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  return name.slice(0, NAME_MAX_LENGTH).trim() || "Region";
}

/** @throws Error if the name is empty or too long. */
export function parseName(text: string): string {
  const name = text.trim().replaceAll(/\s+/g, " ");
  if (name.length < 1 || name.length > NAME_MAX_LENGTH)
    throw new Error(`A name has 1 to ${NAME_MAX_LENGTH} characters.`);
  return name;
}

/** The id of a region, which is also the name of its folder: its name in lower-case letters, digits and hyphens. */
export function toRegionId(name: string): string {
  const words = plainLetters(name.replaceAll("ß", "ss"))
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  return words.join("-") || `region-${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;
}

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
