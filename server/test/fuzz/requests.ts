import { endpoints } from "@commonlane/contract/all";
import type { Endpoint, Upload } from "@commonlane/contract/endpoint";
import fc from "fast-check";
import type * as z from "zod/mini";
import { validValues } from "./valid-values.ts";
import type { Role } from "./test-users.ts";
import {
  invalidValue,
  invalidText,
  type InvalidatingEdit,
  applyInvalidEdits,
  invalidatingEdits,
  withRaw,
} from "./invalid-values.ts";

/** A generated request; its stand-ins are replaced when it is sent. */
export interface FuzzRequest {
  readonly name: string;
  readonly role: Role;
  readonly params: unknown;
  readonly query: unknown;
  /** Additional query parameters, which may repeat or break the others. */
  readonly extra: readonly (readonly [string, string])[];
  readonly body: Body;
  readonly key: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** With a key: whether it is repeated at once. */
  readonly isRepeated: boolean;
}
type Body =
  | { readonly json: unknown }
  | { readonly text: string; readonly type: string | undefined }
  | { readonly base64: string; readonly type: string };

/** Passwords are deliberately slow to hash, and endpoints without input cannot be given invalid input. */
const weightOf = ({ path, params, query, body }: Endpoint): number => {
  if (/sign-(?:up|in)|[^t]-password$|change-email$/.test(path)) return 3;
  // Endpoints with many possible refusals need the most attempts to succeed.
  if (
    /\/offer$|^\/rides\/:rideId$|^\/rides\/series\/:|\/meeting-points\/:|\/:groupId\/.+\/:uid$/.test(
      path,
    )
  )
    return 16;
  return params || query || body ? 8 : 2;
};
export const getEndpoint: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map(({ name, endpoint }) => [name, endpoint]),
);

const validPart = (schema: z.ZodMiniType | undefined) =>
  schema ? validValues(schema) : fc.constant({});
const invalidOr = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, invalidatingEdits)
    .map(([value, spoilt]: [unknown, InvalidatingEdit[]]) => applyInvalidEdits(value, spoilt));

const rarely = <T>(arbitrary: fc.Arbitrary<T>, normally: T, weight = 12): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(normally) }, { weight: 1, arbitrary });

const isForTeam = (access: Endpoint["access"]) =>
  access === "moderator" || access === "administrator";
const roleFor = ({ access }: Endpoint): fc.Arbitrary<Role> =>
  fc.oneof(
    { weight: isForTeam(access) ? 1 : 6, arbitrary: fc.constant<Role>("ada") },
    { weight: isForTeam(access) ? 1 : 5, arbitrary: fc.constant<Role>("bob") },
    { weight: access === "moderator" ? 9 : 1, arbitrary: fc.constant<Role>("mo") },
    { weight: access === "administrator" ? 9 : 1, arbitrary: fc.constant<Role>("ad") },
    { weight: 1, arbitrary: fc.constantFrom<Role>("nobody", "forger") },
  );
/** Only suspects are suspended, since other users are still needed. */
const MODERATED_CALLS = fc.nat(3).map((n) => ({ uid: `@suspect:${n}` }));
/** Ada and Bob must not read what only the team may. */
const ROLE_CHANGES = fc.record({
  email: fc.constant("new@example.org"),
  role: fc.constantFrom("moderator", "administrator", "member"),
});
const TYPES = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "application/json;;;",
  "APPLICATION/JSON",
  "application/vnd.api+json",
  "json",
  "",
  undefined,
];
const MALFORMED_BODIES = [
  "{",
  '{"a":',
  "[1,]",
  "{'a':1}",
  '"\\u12"',
  "{}{}",
  "\ufeff{}",
  "nul",
  '{"a":1,"a":2}',
  '"\\ud800"',
  "\0",
  "//",
];
const HUGE = [
  "[".repeat(20_000),
  "9".repeat(30_000),
  `{"a":"${"x".repeat(70_000)}"}`,
  `[${"{},".repeat(15_000)}{}]`,
];
const rawBody: fc.Arbitrary<Body> = fc.record({
  text: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...MALFORMED_BODIES) },
    { weight: 1, arbitrary: fc.constantFrom(...HUGE) },
    { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
    { weight: 3, arbitrary: invalidValue.map((value) => withRaw(JSON.stringify(value) ?? "")) },
  ),
  type: fc.oneof(
    { weight: 2, arbitrary: fc.constant("application/json") },
    fc.constantFrom(...TYPES),
  ),
});
const headers = fc.constantFrom<Record<string, string>>(
  { authorization: "Bearer x.y.z" },
  { authorization: `Bearer ${"x".repeat(9_000)}` },
  { authorization: "Basic YTpi" },
  { authorization: "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0." },
  { "sec-fetch-site": "cross-site" },
  { "x-forwarded-for": "1.2.3.4, ::1" },
  { "x-http-method-override": "DELETE" },
  { "accept-encoding": "*;q=0, identity;q=0" },
  { "idempotency-key": "" },
  { "content-encoding": "gzip" },
  { expect: "100-continue" },
  { cookie: "commonlane_refresh=%zz; commonlane_refresh=b; =; __proto__=1" },
);
const NAMES = [
  "limit",
  "cursor",
  "seats",
  "lat",
  "__proto__",
  "a[b]",
  "a[]",
  "constructor[prototype]",
  "",
  "%",
  "%ff",
  "\0",
];

/** A complete image of one pixel, a fragment, or random bytes, with any allowed type. */
const fileFor = ({ types }: Upload): fc.Arbitrary<Body> =>
  fc.record({
    base64: fc.oneof(
      { weight: 3, arbitrary: fc.constant(PIXEL) },
      fc.nat(PIXEL.length).map((end) => PIXEL.slice(0, end)),
      fc.base64String({ maxLength: 200 }),
    ),
    type: fc.constantFrom(...types),
  });
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function requestTo(name: string, endpoint: Endpoint): fc.Arbitrary<FuzzRequest> {
  const { query, body, upload, idempotent } = endpoint;
  const params = name.endsWith("suspend") ? MODERATED_CALLS : validPart(endpoint.params);
  const input = name === "administration.setRole" ? ROLE_CHANGES : validPart(body);
  const json = invalidOr(input).map((value): Body => ({ json: value }));
  const sentBody: fc.Arbitrary<Body> = upload
    ? fc.oneof({ weight: 6, arbitrary: fileFor(upload) }, { weight: 1, arbitrary: rawBody })
    : body
      ? fc.oneof(
          { weight: 12, arbitrary: json },
          { weight: 1, arbitrary: invalidValue.map((it) => ({ json: it })) },
          { weight: 2, arbitrary: rawBody },
        )
      : rarely(rawBody, { text: "", type: undefined });
  return fc.record({
    name: fc.constant(name),
    role: roleFor(endpoint),
    params: fc.oneof({ weight: 3, arbitrary: params }, { weight: 2, arbitrary: invalidOr(params) }),
    query: invalidOr(validPart(query)),
    extra: rarely(
      fc.array(fc.tuple(fc.constantFrom(...NAMES), invalidText), { minLength: 1, maxLength: 2 }),
      [],
    ),
    body: sentBody,
    key: idempotent
      ? rarely(
          fc.oneof(
            invalidText,
            fc.nat(300).map((n) => `key ${n}`),
            // Few enough to be reused for other requests, however many endpoints there are.
            fc.nat(5).map((n) => `key ${n}`),
          ),
          undefined,
          2,
        )
      : fc.constant(undefined),
    headers: rarely(headers, {}, 15),
    isRepeated: fc.nat(3).map((n) => n === 0),
  });
}

/** Any request to one endpoint. */
export function arbitraryRequestsTo(name: string): fc.Arbitrary<FuzzRequest> {
  const endpoint = getEndpoint.get(name);
  if (!endpoint) throw new Error(`There is no endpoint ${name}.`);
  return requestTo(name, endpoint);
}

/** Any request to any endpoint of the contract. */
export const arbitraryRequests: fc.Arbitrary<FuzzRequest> = fc.oneof(
  ...endpoints.map(({ name, endpoint }) => ({
    weight: weightOf(endpoint),
    arbitrary: requestTo(name, endpoint),
  })),
);
