import { buildOpenApiDocument } from "../../server/src/platform/http/api-docs/openapi.ts";

/** An API call as an outsider makes it who has read the API description. */
export interface ApiCall {
  readonly name: string;
  readonly method: string;
  /** With example values for its parameters. */
  readonly path: string;
  /** The values of the path parameters, so that each can be attacked separately. */
  readonly named: readonly string[];
  readonly query: string;
  readonly body: unknown;
}

/** Every call of the API, with `ids` of existing records in paths. */
export function apiCalls(ids: Readonly<Record<string, string>>): ApiCall[] {
  return Object.entries(buildOpenApiDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => {
      const named: string[] = [];
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value =
          ids[name] ??
          exampleAt(parameters.find((known) => known.in === "path" && known.name === name));
        named.push(value);
        return encodeURIComponent(value);
      });
      const said = parameters.flatMap((known): [string, string][] =>
        known.in === "query" && known.example !== undefined ? [[known.name, exampleAt(known)]] : [],
      );
      return {
        name: operationId,
        method: method.toUpperCase(),
        path: `/api${filled}`,
        named,
        query: new URLSearchParams(said).toString(),
        body: requestBody?.content["application/json"]?.example,
      };
    }),
  );
}

function exampleAt(parameter: { readonly example?: unknown } | undefined): string {
  const { example = "1" } = parameter ?? {};
  return typeof example === "string" ? example : JSON.stringify(example);
}
