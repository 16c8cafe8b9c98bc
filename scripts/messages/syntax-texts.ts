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

export type SyntaxNode = Record<string, unknown>;

/** A text, and where it starts in its file. */
export interface FoundText {
  readonly start: number;
  readonly text: string;
}

/** Returns the texts of a node itself, and which of its parts to search; undefined for all. */
export type VisitNode = (node: SyntaxNode) => {
  readonly texts?: readonly FoundText[];
  readonly parts?: readonly unknown[] | undefined;
};

export const NOTHING = { parts: [] };

export function findTexts(path: string, code: string, visit: VisitNode): UnextractedText[] {
  const search = (node: unknown): readonly FoundText[] => {
    if (Array.isArray(node)) return node.flatMap(search);
    if (!isNode(node)) return [];
    const { texts = [], parts = Object.values(node) } = visit(node);
    return [...texts, ...parts.flatMap(search)];
  };
  return search(parseSync(path, code).program).map(({ start, text }) => ({
    path,
    line: code.slice(0, start).split("\n").length,
    text,
  }));
}

/** Searches all files that match the patterns, except those that match `without`. */
export async function searchFiles(
  root: string,
  {
    patterns,
    without,
    search,
  }: {
    readonly patterns: readonly string[];
    readonly without: readonly RegExp[];
    readonly search: (path: string, code: string) => readonly UnextractedText[];
  },
): Promise<UnextractedText[]> {
  const found: UnextractedText[] = [];
  for await (const path of glob(patterns, { cwd: root }))
    if (!without.some((pattern) => pattern.test(path)))
      found.push(...search(path, readFileSync(join(root, path), "utf8")));
  return found.toSorted((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

/** The text of a literal or a template, with `{}` for each placeholder. */
export function literalText({ type, value, quasis }: SyntaxNode): string | undefined {
  if (type === "Literal") return typeof value === "string" ? value : undefined;
  if (type !== "TemplateLiteral" || !Array.isArray(quasis)) return undefined;
  return quasis
    .map((quasi: unknown) =>
      isNode(quasi) && isNode(quasi["value"]) ? String(quasi["value"]["cooked"]) : "",
    )
    .join("{}");
}

/** True for calls of these names, also with `new` or as the tag of a template. */
export function isCallOf(names: RegExp, { type, callee, tag }: SyntaxNode): boolean {
  if (type === "CallExpression" || type === "NewExpression") return names.test(nameOf(callee));
  return type === "TaggedTemplateExpression" && names.test(nameOf(tag));
}

/** The last part of a name: `ctx.log.warn` is `warn`. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  const { type, name, namespace, property } = node;
  if (type === "JSXNamespacedName") return `${nameOf(namespace)}:${nameOf(name)}`;
  return typeof name === "string" ? name : nameOf(property);
}
