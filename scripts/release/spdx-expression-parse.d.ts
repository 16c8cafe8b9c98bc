declare module "spdx-expression-parse" {
  /** @throws Error if the text is not an SPDX licence expression. */
  export default function parse(expression: string): unknown;
}
