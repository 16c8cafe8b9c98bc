import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "vite";

/** What these checks need of a source file. */
export interface Source {
  readonly imports: readonly string[];
  /** The text between quotes and between tags, with `{}` for each variable part. */
  readonly texts: readonly string[];
}

/** All source files of a program, starting at its entries, by their paths below `root`. */
export function reachedFrom(root: string, entries: readonly string[]): Map<string, Source> {
  const reached = new Map<string, Source>();
  const waiting = entries.map((entry) => join(root, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const path = relative(root, file);
    if (reached.has(path)) continue;
    const source = readSource(file);
    reached.set(path, source);
    for (const specifier of source.imports) {
      const next = resolveOwn(root, file, specifier);
      if (next !== undefined) waiting.push(next);
    }
  }
  return reached;
}

function readSource(file: string): Source {
  const code = readFileSync(file, "utf8");
  const { program, module, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      code.slice(start + 1, end - 1),
    ),
  ];
  return { imports: requests, texts: textsOf(program) };
}

/** The file of ours that an import specifier names; undefined for libraries, styles and images. */
function resolveOwn(root: string, from: string, specifier: string): string | undefined {
  const [name = ""] = specifier.split("?");
  const workspace = relative(root, from).split("/")[0] ?? "";
  const own = /^@commonlane\/(\w+)(?:\/(.+))?$/.exec(name);
  const findPath = () => {
    if (own) return join(root, own[1] ?? "", "src", `${own[2] ?? "index"}.ts`);
    if (name.startsWith("#")) return join(root, workspace, "src", name.slice(1));
    return name.startsWith(".") ? resolve(dirname(from), name) : undefined;
  };
  const path = findPath();
  return path !== undefined && /\.tsx?$/.test(path) && existsSync(path) ? path : undefined;
}

function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== "object" || node === null) return [];
  // Type-level code is never shown.
  if (
    "type" in node &&
    typeof node.type === "string" &&
    /^TS(?:Type|Literal|Interface)/.test(node.type)
  )
    return [];
  const own = textOf(node);
  return [...(own === undefined ? [] : [own]), ...Object.values(node).flatMap(textsOf)];
}

function textOf(node: object): string | undefined {
  if (!("type" in node)) return undefined;
  const plain = node.type === "Literal" || node.type === "JSXText";
  if (plain && "value" in node && typeof node.value === "string")
    return node.value.replaceAll(/\s+/g, " ").trim();
  if (node.type !== "TemplateLiteral" || !("quasis" in node) || !Array.isArray(node.quasis))
    return undefined;
  return node.quasis.map(cookedText).join("{}");
}

function cookedText(quasi: unknown): string {
  const value: unknown =
    typeof quasi === "object" && quasi !== null && "value" in quasi ? quasi.value : undefined;
  const cooked =
    typeof value === "object" && value !== null && "cooked" in value ? value.cooked : undefined;
  return typeof cooked === "string" ? cooked : "";
}
