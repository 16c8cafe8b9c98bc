import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

/** Accepts only JSON bodies. Refuses keys that would change a prototype, and text that the database cannot store. */
export function registerJsonParser(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser("error", "error");
  http.removeAllContentTypeParsers();
  http.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    // A client that announces JSON and sends no bytes has no body.
    if (text === "") return done(null, undefined);
    void parse(request, text, (error, value) => {
      // Only an escape sequence can introduce malformed text: the bytes were decoded as UTF-8.
      if (!error && text.includes("\\u") && !hasValidText(value)) done(new Problem("invalid_input"));
      else done(error, value);
    });
  });
}

/** True if every text in a parsed value is well-formed Unicode without NUL. */
function hasValidText(root: unknown): boolean {
  const pending: unknown[] = [root];
  for (let value = pending.pop(); pending.length > 0 || value !== undefined; value = pending.pop()) {
    if (typeof value === "string" && (!value.isWellFormed() || value.includes("\0"))) return false;
    if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) pending.push(key, inner);
  }
  return true;
}
