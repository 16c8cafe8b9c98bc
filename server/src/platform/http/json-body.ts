import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

/** JSON is the only body there is. Keys that would change a prototype, and text that no database can hold, are refused. */
export function registerJsonParser(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser("error", "error");
  http.removeAllContentTypeParsers();
  http.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    // A client that announces JSON and sends nothing means nothing.
    if (text === "") return done(null, undefined);
    void parse(request, text, (error, value) => {
      // Only an escape can bring in what is not well-formed: the bytes themselves were decoded as UTF-8.
      if (!error && text.includes("\\u") && !hasValidText(value)) done(new Problem("invalid_input"));
      else done(error, value);
    });
  });
}

/** Whether every text in a parsed value is Unicode without half characters and without NUL. */
function hasValidText(root: unknown): boolean {
  const pending: unknown[] = [root];
  for (let value = pending.pop(); pending.length > 0 || value !== undefined; value = pending.pop()) {
    if (typeof value === "string" && (!value.isWellFormed() || value.includes("\0"))) return false;
    if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) pending.push(key, inner);
  }
  return true;
}
