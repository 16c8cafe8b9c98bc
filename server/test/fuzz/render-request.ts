import type { Endpoint } from "@commonlane/contract/endpoint";
import type { Role } from "./test-users.ts";
import type { FuzzState } from "./fuzz-state.ts";
import { getEndpoint, type FuzzRequest } from "./requests.ts";
import { withRaw } from "./invalid-values.ts";

/** The request as sent. */
export interface SentRequest {
  readonly method: Endpoint["method"];
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
}

const STAND_IN = /^@([a-z-]+):(-?\d+)$/;

/** Replaces stand-ins in a value by existing records. */
function resolveStandIns(fuzzState: FuzzState, role: Role, value: unknown): unknown {
  if (typeof value === "string") {
    const [, kind, n] = STAND_IN.exec(value) ?? [];
    return kind !== undefined && kind !== "raw"
      ? fuzzState.resolveStandIn(role, kind, Number(n))
      : value;
  }
  if (Array.isArray(value)) return value.map((item) => resolveStandIns(fuzzState, role, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolveStandIns(fuzzState, role, item)]),
  );
}

const inUrl = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === "string" ? value : withRaw(JSON.stringify(value) ?? "")).toWellFormed(),
  );
const fieldsOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [["", value]];

/** Renders the request. In URLs a few characters stay unescaped, as a careless client would leave them. */
export function renderRequest(fuzzState: FuzzState, request: FuzzRequest): SentRequest {
  const { method, path } = getEndpoint.get(request.name) ?? { method: "GET", path: "/" };
  const params = new Map(fieldsOf(resolveStandIns(fuzzState, request.role, request.params)));
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => inUrl(params.get(name) ?? ""));
  const pairs = [
    ...fieldsOf(resolveStandIns(fuzzState, request.role, request.query)).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map(
        (one: unknown) => `${inUrl(name)}=${inUrl(one)}`,
      ),
    ),
    ...request.extra.map(([name, value]) => `${name.replace("\0", "%00")}=${inUrl(value)}`),
  ];
  const { [request.role === "nobody" ? "forger" : request.role]: token } = fuzzState.tokens;
  const { cookies } = fuzzState;
  const body = request.body;
  const sent = bytesOrText(fuzzState, request);
  const type = "json" in body ? "application/json" : body.type;
  return {
    method,
    url: `/api${filled}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`,
    headers: {
      ...(request.role !== "nobody" && { authorization: `Bearer ${token}` }),
      ...(request.name.startsWith("accounts.") && {
        cookie: cookies.at(-1 - (request.extra.length % cookies.length)) ?? "",
      }),
      ...(request.key !== undefined && { "idempotency-key": headerText(request.key) }),
      ...(type !== undefined && { "content-type": type }),
      ...request.headers,
    },
    ...(method !== "GET" && sent.length > 0 && { payload: sent }),
  };
}

function bytesOrText(fuzzState: FuzzState, { role, body }: FuzzRequest): string | Buffer {
  if ("base64" in body) return Buffer.from(body.base64, "base64");
  return "json" in body
    ? withRaw(JSON.stringify(resolveStandIns(fuzzState, role, body.json)) ?? "")
    : body.text;
}

/** Node clients allow only Latin-1 in headers, and no line breaks. */
const headerText = (text: string) => text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, "?");
