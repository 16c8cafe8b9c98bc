import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { renderApi } from "./api-page.ts";
import { describeApi } from "./openapi.ts";

interface Made {
  readonly document: string;
  readonly page: string;
  readonly style: string;
}

/** `/api/openapi.json`, and the same for people at `/api/docs`. Made when first asked for, then kept. */
export function mountApiDescription(http: FastifyInstance, pageHeaders: Readonly<Record<string, string>>): void {
  let made: Made | undefined;
  const serve = (part: keyof Made, type: string) => async (_: unknown, reply: FastifyReply) => {
    made ??= make();
    return reply
      .headers({ ...pageHeaders, "cache-control": "no-cache" })
      .type(type)
      .send(made[part]);
  };
  http.get("/api/openapi.json", serve("document", "application/json; charset=utf-8"));
  http.get("/api/docs", serve("page", "text/html; charset=utf-8"));
  http.get("/api/docs.css", serve("style", "text/css; charset=utf-8"));
}

function make(): Made {
  const document = describeApi();
  return {
    document: JSON.stringify(document),
    page: renderApi(document),
    style: readFileSync(new URL("api-page.css", import.meta.url), "utf8"),
  };
}
