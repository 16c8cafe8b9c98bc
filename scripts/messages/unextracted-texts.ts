import {
  findTexts,
  type FoundText,
  isCallOf,
  literalText,
  nameOf,
  NOTHING,
  searchFiles,
} from "./syntax-texts.ts";
import type { SyntaxNode, UnextractedText } from "./syntax-texts.ts";

/**
 * For operators, developers and moderators at the command line, for the demo, and words that are searched for: in
 * English only, or in many languages already (docs/decisions/0052-languages.md).
 */
const ENGLISH_ONLY = [
  /\.test\.ts$/,
  /^server\/src\/(?:main|admin|bootstrap|modules\/(?:demo|dev-mailbox|regions|transit\/feed))/,
  /^server\/src\/platform\/(?:backups|bus|db|events|http\/(?:api-docs|connection-draining|network)|jobs|live|metrics|osm)/,
  /^server\/src\/platform\/(?:cost-per-km|data-sources|mail\/dev-mailbox-link|push|regions|routing|settings|shutdown)/,
  /^server\/src\/platform\/upstream/,
  /\/cli\.ts$|\/reliability\/recompute\.ts$/,
  /\/places\/search\/(?:areas|kind-words)\.ts$/,
  // Headings of the exported data, which is JSON with English names.
  /\/personal-data\/data-inventory\//,
];

/** Calls whose texts only operators and developers read, or that declare a message. */
const SKIPPED_CALLS =
  /^(?:message|translatable|sql|warn|info|debug|error|fatal|test|expect|describe|endpoint|RegExp|Error|RangeError|TypeError|UpstreamUnavailable|[A-Z]\w*Error)$/;
/** Names of properties that are documentation or notes. */
const SKIPPED_PROPERTIES =
  /^(?:comment|context|summary|about|description|examples?|help|name|device)$/;

/** English: a capital letter, then at least two more words, or two words and a full stop. */
const SENTENCE =
  /^[“"']?(?:\{\} )?[A-Z{][\w’'{}]*(?:,? [\w’'“”"(){},;:–-]+){2,}|^[A-Z][\w’']*(?: [\w’'{}]+)+[.!?]$/;
const NOT_PROSE =
  /^(?:Mozilla|GET|POST|PUT|DELETE|SELECT|WITH|HTTP\/|BEGIN|END|Content-)|=>|\bselect \w|^\{\} as \w+$|[<=>]{2}|;$/;

const isSentence = (text: string): boolean =>
  SENTENCE.test(text) &&
  !NOT_PROSE.test(text) &&
  /[a-z]{3,} [a-z]{2,}|[a-z]{2,} [a-z]{3,}/.test(text);

/** English sentences of the server and the contract that are no message. */
export const findUnextractedTexts = (root: string): Promise<UnextractedText[]> =>
  searchFiles(root, {
    patterns: ["server/src/**/*.ts", "contract/src/**/*.ts"],
    without: ENGLISH_ONLY,
    search: unextractedIn,
  });

export const unextractedIn = (path: string, code: string): UnextractedText[] =>
  findTexts(path, code, (node) => (isSkipped(node) ? NOTHING : { texts: sentencesOf(node) }));

function sentencesOf(node: SyntaxNode): FoundText[] {
  const text = literalText(node)?.trim();
  return text !== undefined && isSentence(text) ? [{ start: Number(node["start"]), text }] : [];
}

function isSkipped(node: SyntaxNode): boolean {
  const { type, key } = node;
  if (typeof type === "string" && /^TS(?:Type|Literal|Interface)|^Import|^Export(?:All)/.test(type))
    return true;
  return (
    isCallOf(SKIPPED_CALLS, node) || (type === "Property" && SKIPPED_PROPERTIES.test(nameOf(key)))
  );
}
