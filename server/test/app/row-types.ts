import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/*
 * `sql<Row>` asserts the type of a statement's rows, which the compiler cannot check. Tests compare it with the columns
 * that PostgreSQL returns.
 */

/** What a column may be in JavaScript; "any" if that is not known. */
type Kind = "string" | "number" | "boolean" | "Date" | "Buffer" | "array" | "any";

/** A statement of the source code whose row type is a list of columns. */
export interface TypedStatement {
  readonly at: string;
  /** Matches the statement as it is sent: its text, with anything in the place of its values. */
  readonly pattern: RegExp;
  /** Number of characters that the pattern fixes. */
  readonly fixedLength: number;
  readonly columns: ReadonlyMap<
    string,
    { readonly kinds: readonly Kind[]; readonly isOptional: boolean }
  >;
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

export const collectStatements = (root: string): TypedStatement[] =>
  globSync("server/src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] }).flatMap((path) =>
    statementsIn(path, readFileSync(join(root, path), "utf8")),
  );

export function statementsIn(path: string, code: string): TypedStatement[] {
  if (!code.includes("sql<")) return [];
  const { program } = parseSync(path, code);
  const types = new Map<string, Node>();
  const tagged: Node[] = [];
  const visit = (node: unknown): void => {
    if (!isNode(node)) return;
    if (node["type"] === "TSInterfaceDeclaration" || node["type"] === "TSTypeAliasDeclaration")
      types.set(nameOf(node["id"]), node);
    if (node["type"] === "TaggedTemplateExpression" && nameOf(node["tag"]) === "sql")
      tagged.push(node);
    for (const child of Object.values(node)) visit(child);
  };
  visit(program);
  return tagged.flatMap(({ start, typeArguments, quasi }) => {
    const [rowType] = isNode(typeArguments) ? nodesOf(typeArguments["params"]) : [];
    const members = rowType && findMembers(rowType, types);
    if (!members || !isNode(quasi)) return [];
    const texts = nodesOf(quasi["quasis"]).map(({ value }) =>
      isNode(value) ? String(value["cooked"]) : "",
    );
    // A statement that begins with a fragment, or says little itself, would match many others.
    const [first = "", second = ""] = texts;
    const beginning =
      first.trim() === "" && nameOf(nodesOf(quasi["expressions"])[0]) === "PREPARED"
        ? second
        : first;
    if (
      !/^\s*(?:select|with|insert|update|delete)\s/i.test(beginning) ||
      texts.join("").length < FIXED_LENGTH_MIN
    )
      return [];
    const line = code.slice(0, Number(start)).split("\n").length;
    return {
      at: `${path}:${line}`,
      pattern: new RegExp(`^${texts.map(escapePattern).join("[^]*?")}$`),
      fixedLength: texts.join("").length,
      columns: new Map(members.map(toColumn)),
    };
  });
}

const FIXED_LENGTH_MIN = 40;

const escapePattern = (text: string): string =>
  text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

const nameOf = (node: unknown): string =>
  isNode(node) && typeof node["name"] === "string" ? node["name"] : "";

/** The fields of a type that is written out in the same file; undefined if a part of it is declared elsewhere. */
function findMembers(type: Node, types: ReadonlyMap<string, Node>): Node[] | undefined {
  const all = (parts: readonly Node[]): Node[] | undefined => {
    const found = parts.map((part) => findMembers(part, types));
    return found.includes(undefined) ? undefined : found.flatMap((members) => members ?? []);
  };
  switch (type["type"]) {
    case "TSTypeLiteral":
      return nodesOf(type["members"]);
    case "TSIntersectionType":
      return all(nodesOf(type["types"]));
    case "TSTypeAliasDeclaration":
      return isNode(type["typeAnnotation"])
        ? findMembers(type["typeAnnotation"], types)
        : undefined;
    case "TSInterfaceDeclaration": {
      const inherited = all(
        nodesOf(type["extends"]).map(({ expression }) => types.get(nameOf(expression)) ?? {}),
      );
      return inherited && isNode(type["body"])
        ? [...inherited, ...nodesOf(type["body"]["body"])]
        : undefined;
    }
    case "TSTypeReference": {
      const declared = types.get(nameOf(type["typeName"]));
      return declared && !type["typeArguments"] ? findMembers(declared, types) : undefined;
    }
    default:
      return undefined;
  }
}

function toColumn({ key, optional, typeAnnotation }: Node) {
  const type = isNode(typeAnnotation) ? typeAnnotation["typeAnnotation"] : undefined;
  return [
    nameOf(key),
    { kinds: isNode(type) ? kindsOf(type) : (["any"] as const), isOptional: optional === true },
  ] as const;
}

function kindsOf(type: Node): readonly Kind[] {
  const inner = type["typeAnnotation"];
  switch (type["type"]) {
    case "TSStringKeyword":
    case "TSTemplateLiteralType":
      return ["string"];
    case "TSNumberKeyword":
      return ["number"];
    case "TSBooleanKeyword":
      return ["boolean"];
    case "TSNullKeyword":
      return [];
    case "TSArrayType":
      return ["array"];
    case "TSTypeOperator":
      return isNode(inner) ? kindsOf(inner) : ["any"];
    case "TSLiteralType":
      return isNode(type["literal"]) ? literalKind(type["literal"]["value"]) : ["any"];
    case "TSUnionType":
      return nodesOf(type["types"]).flatMap(kindsOf);
    case "TSTypeReference": {
      const name = nameOf(type["typeName"]);
      return name === "Date" || name === "Buffer" ? [name] : ["any"];
    }
    default:
      return ["any"];
  }
}

const literalKind = (value: unknown): readonly Kind[] =>
  typeof value === "string" || typeof value === "boolean" || typeof value === "number"
    ? [typeof value === "string" ? "string" : typeof value === "number" ? "number" : "boolean"]
    : ["any"];

/** JavaScript values that pg returns, by the number of the PostgreSQL type (see database.ts for int8 and date). */
const KINDS: Readonly<Record<number, Kind>> = {
  16: "boolean",
  17: "Buffer",
  19: "string",
  20: "number",
  21: "number",
  23: "number",
  25: "string",
  700: "number",
  701: "number",
  1000: "array",
  1005: "array",
  1007: "array",
  1009: "array",
  1016: "array",
  1022: "array",
  1043: "string",
  1082: "string",
  1083: "string",
  1114: "Date",
  1182: "array",
  1184: "Date",
  1185: "array",
  1700: "string",
  2950: "string",
  2951: "array",
  5069: "string",
};

/** Of functions that are called for their effect. */
const VOID = 2278;

export interface ReturnedColumn {
  readonly name: string;
  readonly dataTypeID: number;
}

/** What differs between a statement's columns and the type that the code asserts for it. */
export function findMismatches(
  statements: readonly TypedStatement[],
  text: string,
  returned: readonly ReturnedColumn[],
): string[] {
  const matching = statements.filter(({ pattern }) => pattern.test(text));
  const longest = Math.max(...matching.map(({ fixedLength }) => fixedLength));
  // Statements with the same text may be typed for different columns of `select *`: one must fit.
  const candidates = matching
    .filter(({ fixedLength }) => fixedLength === longest)
    .map((one) => compare(one, returned));
  return candidates.some((mismatches) => mismatches.length === 0) ? [] : candidates.flat();
}

function compare({ at, columns }: TypedStatement, returned: readonly ReturnedColumn[]): string[] {
  const names = new Set(returned.map(({ name }) => name));
  return [
    ...[...columns].flatMap(([name, { isOptional }]) =>
      names.has(name) || isOptional ? [] : [`${at}: ${name} is not returned.`],
    ),
    ...returned.flatMap(({ name, dataTypeID }) => {
      const column = columns.get(name);
      const kind = KINDS[dataTypeID] ?? "any";
      if (!column)
        return dataTypeID === VOID ? [] : [`${at}: ${name} is returned, but not declared.`];
      if (kind === "any" || column.kinds.includes("any") || column.kinds.includes(kind)) return [];
      return [`${at}: ${name} is declared as ${column.kinds.join(" | ")}, but is a ${kind}.`];
    }),
  ];
}
