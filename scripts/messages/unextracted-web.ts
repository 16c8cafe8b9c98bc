import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "vite";
import { isNode } from "./declared-messages.ts";
import type { UnextractedText } from "./unextracted-texts.ts";

type Node = Record<string, unknown>;

/** Macros that extract their text, and calls whose texts no user reads. */
const SKIPPED_CALLS =
  /^(?:t|msg|plural|select|selectOrdinal|defineMessage|Error|\w+Error|debug|info|warn|error|matchMedia)$/;
/** Elements whose content is a message. */
const MESSAGE_ELEMENTS = /^(?:Trans|Plural|Select|SelectOrdinal)$/;
/** Attributes that users read or hear. Those of our own components have these names too. */
const READ_ATTRIBUTES =
  /^(?:aria-(?:label|description|roledescription|valuetext)|alt|title|placeholder|label|hint|text|message|name|description|optional|detail|summary|legend|heading)$/;
/** `name` of a form field or an icon is a key. */
const KEY = /^[a-z][\w-]*$/;

/** English: two words with spaces between them, the first with a capital letter. Class lists have none. */
const PROSE = /^[A-Z][a-z’']+(?:[ ,–-]+[\w’'{}]+)+[.!?…:]?$/;
const WORD = /\p{L}{2,}/u;
/** Names that are the same in every language. */
const SAME_EVERYWHERE =
  /^(?:Commonlane|OpenStreetMap|GeoNames|Natural Earth|Trainline|DB InfraGO AG|CO₂|PIN|PM?T?iles|https?:.*)$/;

/** Texts in the sources of the web app that users read and that are not in the catalogue. */
export async function findUnextractedWebTexts(root: string): Promise<UnextractedText[]> {
  const found: UnextractedText[] = [];
  for await (const path of glob("web/src/**/*.{ts,tsx}", { cwd: root }))
    if (!/\.test\.|\/test\/|test-data\.ts$/.test(path))
      found.push(...unextractedInWeb(path, readFileSync(join(root, path), "utf8")));
  return found.toSorted((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

export function unextractedInWeb(path: string, code: string): UnextractedText[] {
  return textsOf(parseSync(path, code).program).map(({ start, text }) => ({
    path,
    line: code.slice(0, start).split("\n").length,
    text,
  }));
}

interface FoundText {
  readonly start: number;
  readonly text: string;
}

function textsOf(node: unknown): FoundText[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (!isNode(node) || isSkipped(node)) return [];
  if (node["type"] === "JSXText") return readable(node, String(node["value"]), WORD);
  if (node["type"] === "JSXAttribute") return attributeTexts(node);
  const own = literalText(node);
  if (own !== undefined) return readable(node, own, PROSE);
  return Object.values(node).flatMap(textsOf);
}

function attributeTexts({ name, value }: Node): FoundText[] {
  const attribute = nameOf(name);
  if (attribute === "className" || !isNode(value)) return [];
  const own = literalText(value);
  if (own === undefined) return textsOf(value);
  return READ_ATTRIBUTES.test(attribute) && !KEY.test(own) ? readable(value, own, WORD) : [];
}

const readable = ({ start }: Node, text: string, pattern: RegExp): FoundText[] => {
  const trimmed = text.trim();
  return pattern.test(trimmed) && !SAME_EVERYWHERE.test(trimmed) ? [{ start: Number(start), text: trimmed }] : [];
};

/** Of a literal or a template, with `{}` for each placeholder. */
function literalText({ type, value, quasis }: Node): string | undefined {
  if (type === "Literal") return typeof value === "string" ? value : undefined;
  if (type !== "TemplateLiteral" || !Array.isArray(quasis)) return undefined;
  return quasis
    .map((quasi: unknown) => (isNode(quasi) && isNode(quasi["value"]) ? String(quasi["value"]["cooked"]) : ""))
    .join("{}");
}

function isSkipped(node: Node): boolean {
  const { type, callee, tag, openingElement } = node;
  if (typeof type === "string" && /^TS|^Import|^Export(?:All)/.test(type))
    return !/^TS(?:As|NonNull|Satisfies)/.test(type);
  if (type === "CallExpression" || type === "NewExpression") return SKIPPED_CALLS.test(nameOf(callee));
  if (type === "TaggedTemplateExpression") return SKIPPED_CALLS.test(nameOf(tag));
  return type === "JSXElement" && isNode(openingElement) && MESSAGE_ELEMENTS.test(nameOf(openingElement["name"]));
}

/** The last part of a name: `log.warn` is `warn`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  const { type, name, namespace, property } = node;
  if (type === "JSXNamespacedName") return `${nameOf(namespace)}:${nameOf(name)}`;
  return typeof name === "string" ? name : nameOf(property);
}
