import { isNode } from "./declared-messages.ts";
import {
  findTexts,
  type FoundText,
  isCallOf,
  literalText,
  nameOf,
  NOTHING,
  searchFiles,
} from "./syntax-texts.ts";
import type { SyntaxNode, UnextractedText, VisitNode } from "./syntax-texts.ts";

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
export const findUnextractedWebTexts = (root: string): Promise<UnextractedText[]> =>
  searchFiles(root, {
    patterns: ["web/src/**/*.{ts,tsx}"],
    without: [/\.test\.|\/test\/|test-data\.ts$/],
    search: unextractedInWeb,
  });

export const unextractedInWeb = (path: string, code: string): UnextractedText[] =>
  findTexts(path, code, visit);

const visit: VisitNode = (node) => {
  if (isSkipped(node)) return NOTHING;
  if (node["type"] === "JSXText")
    return { texts: readable(node, String(node["value"]), WORD), parts: [] };
  if (node["type"] === "JSXAttribute") return visitAttribute(node);
  const own = literalText(node);
  return own === undefined ? {} : { texts: readable(node, own, PROSE), parts: [] };
};

function visitAttribute({ name, value }: SyntaxNode): ReturnType<VisitNode> {
  const attribute = nameOf(name);
  if (attribute === "className" || !isNode(value)) return NOTHING;
  const own = literalText(value);
  if (own === undefined) return { parts: [value] };
  return READ_ATTRIBUTES.test(attribute) && !KEY.test(own)
    ? { texts: readable(value, own, WORD), parts: [] }
    : NOTHING;
}

const readable = ({ start }: SyntaxNode, text: string, pattern: RegExp): FoundText[] => {
  const trimmed = text.trim();
  return pattern.test(trimmed) && !SAME_EVERYWHERE.test(trimmed)
    ? [{ start: Number(start), text: trimmed }]
    : [];
};

function isSkipped(node: SyntaxNode): boolean {
  const { type, openingElement } = node;
  if (typeof type === "string" && /^TS|^Import|^Export(?:All)/.test(type))
    return !/^TS(?:As|NonNull|Satisfies)/.test(type);
  if (isCallOf(SKIPPED_CALLS, node)) return true;
  return (
    type === "JSXElement" &&
    isNode(openingElement) &&
    MESSAGE_ELEMENTS.test(nameOf(openingElement["name"]))
  );
}
