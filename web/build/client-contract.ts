/** The parts of a syntax tree node that this plugin reads. */
interface Node {
  readonly type: string;
  readonly name?: unknown;
  readonly key?: Node;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
  properties?: Node[];
}
interface Path {
  readonly node: Node;
  readonly getFunctionParent: () => unknown;
  readonly findParent: (matches: (path: Path) => boolean) => unknown;
}
interface File {
  readonly filename?: string;
}
interface BabelTypes {
  addComment: (node: Node, at: "leading", text: string) => void;
}

/** What a browser does not read of an endpoint: the server checks what it sends, and describes the interface. */
const SERVER_ONLY = new Set<unknown>([
  "summary",
  "description",
  "params",
  "query",
  "body",
  "limits",
  "problems",
]);

const CONTRACT = /[/\\]contract[/\\]src[/\\]/;

/**
 * Babel plugin that leaves out of the contract's endpoints what only the server reads, and lets the bundler leave out
 * the schemas that nothing else uses: at the top level of a contract's file, a call only makes a value.
 */
export function clientContract({ types }: { types: BabelTypes }) {
  return {
    name: "client-contract",
    visitor: {
      CallExpression(path: Path, { filename = "" }: File) {
        if (!CONTRACT.test(filename)) return;
        const { node } = path;
        if (node.callee?.name === "endpoint") removeServerOnly(node.arguments?.[0]);
        if (isMadeAtStart(path)) types.addComment(node, "leading", "#__PURE__");
      },
    },
  };
}

function removeServerOnly(endpoint: Node | undefined): void {
  if (!endpoint?.properties) return;
  endpoint.properties = endpoint.properties.filter(({ key }) => !SERVER_ONLY.has(key?.name));
}

function isMadeAtStart(path: Path): boolean {
  const isInFunction = path.getFunctionParent() !== null;
  return (
    !isInFunction && Boolean(path.findParent(({ node }) => node.type === "VariableDeclaration"))
  );
}
