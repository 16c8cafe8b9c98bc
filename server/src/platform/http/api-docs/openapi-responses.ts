import type { Endpoint } from "@commonlane/contract/endpoint";
import { type ProblemCode, problems } from "@commonlane/contract/problem";
import type { JsonSchema } from "./examples.ts";

/** Content by media type. */
export type Content = Readonly<
  Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>
>;
export interface Response {
  readonly description: string;
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: JsonSchema }>
  >;
  readonly content?: Content;
}

/** Problems that any endpoint may return. */
const COMMON_PROBLEMS = [
  "too_many",
  "unexpected",
  "unavailable",
] as const satisfies readonly ProblemCode[];

/** One response per status, with the problem codes it may carry. */
export function problemResponses(endpoint: Endpoint, schema: JsonSchema) {
  const { access, scope, confirmed, params, query, body, captcha, upload, idempotent } = endpoint;
  const codes = new Set<ProblemCode>([...(endpoint.problems ?? []), ...COMMON_PROBLEMS]);
  if (access !== "public") codes.add("signed_out").add("email_unverified");
  if (access === "moderator") codes.add("moderators_only");
  if (access === "administrator") codes.add("administrators_only");
  if (access === "moderator" || access === "administrator") codes.add("second_factor_required");
  if (scope) codes.add("api_key_wrong").add("api_key_scope");
  if (confirmed) codes.add("confirmation_needed");
  if (captcha) codes.add("captcha_missing").add("captcha_wrong").add("captcha_over");
  if (params) codes.add("not_found");
  if (query || body || idempotent) codes.add("invalid_input");
  if (body && !upload) codes.add("body_too_large").add("not_json");
  if (idempotent) codes.add("in_flight").add("idempotency_mismatch");
  const byStatus = Object.groupBy(codes, (code) => String(problems[code].status));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      problemResponse(status, codes, schema),
    ]),
  );
}

function problemResponse(
  status: string,
  codes: readonly ProblemCode[],
  schema: JsonSchema,
): Response {
  const [firstCode = "unexpected"] = codes;
  const example = {
    code: firstCode,
    error: problems[firstCode].message,
    requestId: "01980000-0000-7000-8000-000000000002",
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].message}`).join("\n\n"),
    ...(status === "429" && {
      headers: {
        "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
      },
    }),
    content: { "application/json": { schema, example } },
  };
}
