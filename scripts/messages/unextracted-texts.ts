import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "vite";
import { isNode } from "./declared-messages.ts";

/** A text that a user could read and that no translator gets to see. */
export interface UnextractedText {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/**
 * For operators, developers and moderators at the command line, for the demo, and words that are searched for: in
 * English only, or in many languages already (docs/decisions/0052-languages.md).
 */
const ENGLISH_ONLY = [
  /\.test\.ts$/,
  /^server\/src\/(?:main|admin|bootstrap|modules\/(?:demo|dev-mailbox|regions))/,
  /^server\/src\/platform\/(?:backups|bus|db|events|http\/(?:api-docs|connection-draining|network)|jobs|live|metrics|osm)/,
  /^server\/src\/platform\/(?:cost-per-km|data-sources|mail\/dev-mailbox-link|push|regions|routing|settings|shutdown)/,
  /^server\/src\/platform\/(?:unknown-settings|upstream)/,
  /\/cli\.ts$|\/reliability\/recompute\.ts$/,
  /\/places\/(?:geocoding\/throttle|search\/(?:areas|kind-words))\.ts$/,
  // Headings of the exported data, which is JSON with English names.
  /\/personal-data\/data-inventory\/|\/photo\.store\.ts$/,
];

/** Texts that only the web app shows. */
const WEB_ONLY = /^contract\/src\/(?:account-errors|phone|password)\.ts$/;

/** Calls whose texts only operators and developers read, or that declare a message. */
const SKIPPED_CALLS =
  /^(?:message|translatable|sql|warn|info|debug|error|fatal|test|expect|describe|endpoint|RegExp|Error|RangeError|TypeError|[A-Z]\w*Error)$/;
/** Names of properties that are documentation or notes. */
const SKIPPED_PROPERTIES = /^(?:comment|context|summary|about|description|examples?|help|name|device)$/;

/** English: a capital letter, then at least two more words, or two words and a full stop. */
const SENTENCE = /^[“"']?(?:\{\} )?[A-Z{][\w’'{}]*(?:,? [\w’'“”"(){},;:–-]+){2,}|^[A-Z][\w’']*(?: [\w’'{}]+)+[.!?]$/;
const NOT_PROSE = /^(?:Mozilla|GET|POST|PUT|DELETE|SELECT|WITH|HTTP\/|BEGIN|END|Content-)|=>|\bselect \w|[<=>]{2}|;$/;

const isSentence = (text: string): boolean =>
  SENTENCE.test(text) && !NOT_PROSE.test(text) && /[a-z]{3,} [a-z]{2,}|[a-z]{2,} [a-z]{3,}/.test(text);

/** English sentences of the server and the contract that are no message. */
export async function findUnextractedTexts(root: string): Promise<UnextractedText[]> {
  const found: UnextractedText[] = [];
  for await (const path of glob(["server/src/**/*.ts", "contract/src/**/*.ts"], { cwd: root }))
    if (![...ENGLISH_ONLY, WEB_ONLY].some((pattern) => pattern.test(path)))
      found.push(...unextractedIn(path, readFileSync(join(root, path), "utf8")));
  return found.toSorted((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

export function unextractedIn(path: string, code: string): UnextractedText[] {
  return textsOf(parseSync(path, code).program).flatMap(({ start, text }) =>
    isSentence(text) ? [{ path, line: code.slice(0, start).split("\n").length, text }] : [],
  );
}

interface FoundText {
  readonly start: number;
  readonly text: string;
}

function textsOf(node: unknown): FoundText[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (!isNode(node) || isSkipped(node)) return [];
  const { type, value, quasis } = node;
  const start = Number(node["start"]);
  if (type === "Literal" && typeof value === "string") return [{ start, text: value.trim() }];
  const inner = Object.values(node).flatMap(textsOf);
  if (type !== "TemplateLiteral" || !Array.isArray(quasis)) return inner;
  const cooked = quasis.map((quasi: unknown) =>
    isNode(quasi) && isNode(quasi["value"]) ? String(quasi["value"]["cooked"]) : "",
  );
  return [{ start, text: cooked.join("{}").trim() }, ...inner];
}

function isSkipped(node: Record<string, unknown>): boolean {
  const { type, callee, tag, key } = node;
  if (typeof type === "string" && /^TS(?:Type|Literal|Interface)|^Import|^Export(?:All)/.test(type)) return true;
  if (type === "CallExpression" || type === "NewExpression") return SKIPPED_CALLS.test(nameOf(callee));
  if (type === "TaggedTemplateExpression") return SKIPPED_CALLS.test(nameOf(tag).replace(/<.*/, ""));
  return type === "Property" && SKIPPED_PROPERTIES.test(nameOf(key)) && nameOf(key) !== "";
}

/** The last part of the name that is called: `ctx.log.warn` is `warn`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  return typeof node["name"] === "string" ? node["name"] : nameOf(node["property"]);
}
