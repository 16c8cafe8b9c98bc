import { parseSync } from "vite";

/** A `message(…)` or `translatable(…)` in a source file. */
export interface DeclaredMessage {
  readonly text: string;
  readonly context: string | undefined;
  readonly comment: string | undefined;
  readonly line: number;
}

const DECLARATIONS: readonly unknown[] = ["message", "translatable"];

/** The messages that a file of the server or the contract declares. Throws for one that is not a literal. */
export function declaredMessages(file: string, code: string): DeclaredMessage[] {
  if (!/\b(?:message|translatable)\(/.test(code)) return [];
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  return findCalls(program).map(({ start, args: [text, notes] }) => {
    const line = code.slice(0, start).split("\n").length;
    const value = literalOf(text);
    if (value === undefined || value === "")
      throw new Error(`${file}:${line}: a message must be a literal text.`);
    const noted = notesOf(notes);
    if (!noted) throw new Error(`${file}:${line}: the notes of a message must be literal texts.`);
    return { text: value, context: noted.get("context"), comment: noted.get("comment"), line };
  });
}

interface Call {
  readonly start: number;
  readonly args: readonly unknown[];
}

function findCalls(node: unknown): Call[] {
  if (Array.isArray(node)) return node.flatMap(findCalls);
  if (!isNode(node)) return [];
  const inner = Object.values(node).flatMap(findCalls);
  const { callee, arguments: args, start } = node;
  const isDeclaration =
    node["type"] === "CallExpression" &&
    isNode(callee) &&
    DECLARATIONS.includes(callee["name"]) &&
    Array.isArray(args);
  return isDeclaration ? [{ start: Number(start), args }, ...inner] : inner;
}

/** The text of a literal, or of several joined by `+`. */
function literalOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  const { type, value, quasis, operator, left, right } = node;
  if (type === "Literal" && typeof value === "string") return value;
  if (type === "TemplateLiteral" && Array.isArray(quasis) && quasis.length === 1) {
    const [quasi]: unknown[] = quasis;
    const cooked = isNode(quasi) && isNode(quasi["value"]) ? quasi["value"]["cooked"] : undefined;
    return typeof cooked === "string" ? cooked : undefined;
  }
  if (type !== "BinaryExpression" || operator !== "+") return undefined;
  const first = literalOf(left);
  const second = literalOf(right);
  return first === undefined || second === undefined ? undefined : first + second;
}

function notesOf(node: unknown): Map<string, string> | undefined {
  if (node === undefined) return new Map();
  if (!isNode(node) || !Array.isArray(node["properties"])) return undefined;
  const notes = new Map<string, string>();
  for (const property of node["properties"]) {
    const name: unknown =
      isNode(property) && isNode(property["key"]) ? property["key"]["name"] : undefined;
    const value = isNode(property) ? literalOf(property["value"]) : undefined;
    if (typeof name !== "string" || value === undefined) return undefined;
    notes.set(name, value);
  }
  return notes;
}

export const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
