import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { clientContract } from "./client-contract.ts";

/** What this test uses of Babel, which comes without types. */
interface Babel {
  readonly transformSync: (code: string, options: object) => { readonly code: string };
}
const babel: Babel = createRequire(import.meta.url)("@babel/core");

const build = (code: string, filename: string): string =>
  babel.transformSync(code, {
    filename,
    plugins: [clientContract],
    parserOpts: { plugins: ["typescript"] },
    configFile: false,
    babelrc: false,
  }).code;

const CODE = `
const Body = z.object({ id: Id });
export const rides = {
  host: endpoint({
    summary: "Host a ride",
    method: "POST",
    path: "/rides",
    access: "signed-in",
    body: Body,
    reply: z.object({ id: Id }),
    problems: ["not_found"],
  }),
};
export const make = () => z.object({});
`;

test("an endpoint in the browser has its address, access and reply, and nothing for the server", () => {
  const built = build(CODE, "/repository/contract/src/rides.ts");
  for (const part of ["method:", "path:", "access:", "reply:"]) expect(built).toContain(part);
  for (const part of ["summary", "body", "problems"]) expect(built).not.toContain(part);
});

test("what is made at the top level of the contract may be left out; calls in functions stay", () => {
  const built = build(CODE, "/repository/contract/src/rides.ts");
  expect(built).toContain("const Body = /*#__PURE__*/z.object(");
  expect(built).toContain("() => z.object({})");
});

test("files outside the contract stay as they are", () => {
  const built = build(CODE, "/repository/web/src/rides.ts");
  expect(built).toContain("summary");
  expect(built).not.toContain("PURE");
});
