import { compileMessage } from "@lingui/message-utils/compileMessage";

/** The parts of a syntax tree node that this plugin reads. */
interface Node {
  type: string;
  name?: unknown;
  key?: Node;
  value?: unknown;
  properties?: Node[];
  attributes?: Node[];
}
interface Path {
  node: Node;
}
interface BabelTypes {
  valueToNode: (value: unknown) => Node;
  jsxExpressionContainer: (expression: Node) => Node;
}

/**
 * Babel plugin that runs after the message macro and replaces each message by its compiled form, so that the message
 * parser (7 kB) is not shipped.
 */
export function compileMessages({ types }: { types: BabelTypes }) {
  const compiled = (text: string): Node => types.valueToNode(compileMessage(text));
  return {
    name: "compile-messages",
    visitor: {
      ObjectExpression({ node }: Path) {
        const message = findNamed(node.properties, "message");
        const text = message && stringValue(message.value);
        if (message && text !== undefined && findNamed(node.properties, "id"))
          message.value = compiled(text);
      },
      JSXOpeningElement({ node }: Path) {
        const message = findNamed(node.attributes, "message");
        const text = message && stringValue(message.value);
        if (message && text !== undefined && findNamed(node.attributes, "id"))
          message.value = types.jsxExpressionContainer(compiled(text));
      },
    },
  };
}

const findNamed = (parts: Node[] | undefined, name: string): Node | undefined =>
  parts?.find((part) => (part.key ?? (isNode(part.name) ? part.name : undefined))?.name === name);

const stringValue = (value: unknown): string | undefined =>
  isNode(value) && value.type === "StringLiteral" && typeof value.value === "string"
    ? value.value
    : undefined;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;
