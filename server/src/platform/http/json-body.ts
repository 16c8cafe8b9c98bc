import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

/** JSON is the only body there is. Keys that would change a prototype, and text that no database can hold, are refused. */
export function acceptOnlyJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser("error", "error");
  http.removeAllContentTypeParsers();
  http.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    // A client that announces JSON and sends nothing means nothing.
    if (text === "") return done(null, undefined);
    void parse(request, text, (error, value) => {
      // Only an escape can bring in what is not well-formed: the bytes themselves were decoded as UTF-8.
      if (!error && text.includes("\\u") && !isText(value)) done(new Problem("invalid_input"));
      else done(error, value);
    });
  });
}

/** Whether every text in a parsed value is Unicode without half characters and without NUL. */
function isText(root: unknown): boolean {
  const left: unknown[] = [root];
  for (let value = left.pop(); left.length > 0 || value !== undefined; value = left.pop()) {
    if (typeof value === "string" && (!value.isWellFormed() || value.includes("\0"))) return false;
    if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) left.push(key, inner);
  }
  return true;
}
