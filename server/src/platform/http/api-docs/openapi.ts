import { endpointGroups } from "@commonlane/contract/all";
import type { Endpoint, Upload } from "@commonlane/contract/endpoint";
import { type ProblemCode, ProblemReply, problems } from "@commonlane/contract/problem";
import { buildExample, type JsonSchema } from "./examples.ts";
import { ApiSchemaRegistry } from "./json-schemas.ts";
import { type Parameter, describeParameters } from "./openapi-parameters.ts";

/** One call as OpenAPI 3.1 tells of it. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}
/** By its media type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Content;
}
type Tags = readonly { readonly name: string; readonly description: string }[];

const TAG_DESCRIPTIONS: Readonly<Record<keyof typeof endpointGroups, string>> = {
  accounts: "Accounts and sessions: sign-up, sign-in, tokens and the keys they are signed with",
  captcha: "Work to be done before a call that sends mail or makes an account is heard",
  auth: "Proving an e-mail address, and registering the person behind an account",
  personalData: "What is known of the caller: taken along, agreed to, deleted",
  accountSettings: "People's own accounts: sessions, password, e-mail, and what happened to them",
  profiles: "Who one is, to oneself and to others",
  places: "Finding places by name or by position",
  rides: "Offering rides and finding those that pass by",
  rideSeries: "Rides that repeat on weekdays; each day is a ride of its own",
  rideTemplates: "What a ride is like, kept under a name to host it again",
  seatRequests: "Asking for seats on a part of a ride, and deciding",
  rideReplacements: "Other rides for who was left without theirs",
  standby: "Waiting in line for seats on a full ride",
  rideRequests: "Asking for a ride that nobody offers yet",
  offers: "Answering a ride request, and deciding",
  activeDrivers: "Who drives about now and may be asked, by about where; positions move on the live line",
  notifications: "What one was told, and where it stands",
  notificationChannels: "How notices go beyond the app, and how one wants them to",
  savedSearches: "Saving a search to be told of rides that come to match it, and what many look for in vain",
  blocks: "Keeping away from somebody, both ways and without telling them",
  reports: "Telling the operators of what should not be",
  chat: "Conversations between two people, and between everybody on a ride",
  rideContacts: "How people on a ride can be reached by whom they share their phone number with",
  tripOutcomes: "How a ride went for each passenger: the pickup, the contribution, and whether they travelled at all",
  tripSafety: "Safety on the way: links to follow a ride, whom to call, and whether one arrived",
  trustedContacts: "Who is told when somebody has not said that they arrived, once they have agreed to it",
  ratings: "What people who shared a ride say of each other",
  community: "What everybody is told, who may join, and the community in numbers",
  contentRemovals: "What moderators took out of others' sight, and appeals against that",
  moderation: "What moderators see and do; every call, a look too, is written into the log of their acts",
};
/** What any call may answer, whatever it does. */
const COMMON_PROBLEMS = ["too_many", "unexpected", "unavailable"] as const satisfies readonly ProblemCode[];

/** The whole API as OpenAPI 3.1, printed from the contract that the server binds and the web calls. */
export function buildOpenApiDocument() {
  const schemas = new ApiSchemaRegistry();
  const paths: Record<string, Record<string, Operation>> = {};
  const problemSchema = schemas.toJsonSchema(ProblemReply, "output");
  for (const [tag, endpoints] of Object.entries<Record<string, Endpoint>>(endpointGroups)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
      (paths[path] ??= {})[endpoint.method.toLowerCase()] = describeOperation(
        `${tag}.${name}`,
        tag,
        endpoint,
        schemas,
        problemSchema,
      );
    }
  }
  const tags: Tags = Object.entries(TAG_DESCRIPTIONS).map(([name, description]) => ({ name, description }));
  return dropInputSuffixes({
    openapi: "3.1.1",
    info: {
      title: "Commonlane",
      version: "0.1.0",
      summary: "Ride sharing that a university, a town or an association runs by itself",
      description:
        "JSON throughout. Instants are ISO 8601 in UTC, distances metres, durations seconds, money whole cents. A call answers with and without a trailing slash. Every failure has the shape of ProblemReply; its `code` never changes, its `error` is for people.",
      license: { name: "AGPL-3.0-or-later", identifier: "AGPL-3.0-or-later" },
    },
    servers: [{ url: "/api", description: "This server, in production", "x-internal": false }],
    tags,
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        idToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "The ID token that sign-up, sign-in and refresh answer; it holds for an hour. Signed and checked as RFC8725 asks: ES256 alone, with issuer, audience and time.",
        },
      },
    },
  });
}
export type ApiDocument = ReturnType<typeof buildOpenApiDocument>;

function describeOperation(
  operationId: string,
  tag: string,
  endpoint: Endpoint,
  schemas: ApiSchemaRegistry,
  problem: JsonSchema,
): Operation {
  const { summary, access, body, upload, file, reply, status = 200, limits = [] } = endpoint;
  const parameters = describeParameters(endpoint, schemas);
  const limitTexts = limits.map(({ count, perS, by }) => `${count} calls in ${perS} s by ${by}`);
  const notes = [
    ...(limitTexts.length > 0 ? [`At most ${limitTexts.join(" and ")}.`] : []),
    ...(upload ? [`The body is a file of at most ${upload.maxBytes} bytes.`] : []),
  ];
  const responseContent =
    file === undefined ? jsonContent(schemas.toJsonSchema(reply, "output"), schemas) : { [file]: BINARY_CONTENT };
  return {
    operationId,
    tags: [tag],
    summary,
    ...(notes.length > 0 && { description: notes.join(" ") }),
    security: access === "public" ? [] : [{ idToken: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(upload && { requestBody: { required: true, content: fileContent(upload) } }),
    ...(body &&
      !upload && {
        requestBody: {
          required: !body.safeParse({}).success,
          content: jsonContent(schemas.toJsonSchema(body, "input"), schemas),
        },
      }),
    responses: {
      [status]: { description: status === 201 ? "Created" : "Done", content: responseContent },
      ...problemResponses(endpoint, problem),
    },
  };
}

const jsonContent = (schema: JsonSchema, { resolveRef: resolve }: ApiSchemaRegistry): Content => ({
  "application/json": { schema, example: buildExample(schema, resolve) },
});

/** In OpenAPI 3.1 what has no schema is bytes. */
const BINARY_CONTENT = { schema: {} };
const fileContent = ({ types }: Upload): Content => Object.fromEntries(types.map((type) => [type, BINARY_CONTENT]));

/** One response per status, each with the codes that a client may meet in it. */
function problemResponses(
  { access, params, query, body, captcha, upload, idempotent, problems: ownProblems = [] }: Endpoint,
  schema: JsonSchema,
) {
  const codes = new Set<ProblemCode>([...ownProblems, ...COMMON_PROBLEMS]);
  if (access !== "public") codes.add("signed_out").add("email_unverified");
  if (access === "moderator") codes.add("moderators_only");
  if (captcha) codes.add("captcha_missing").add("captcha_wrong").add("captcha_over");
  if (params) codes.add("not_found");
  if (query || body || idempotent) codes.add("invalid_input");
  if (body && !upload) codes.add("body_too_large").add("not_json");
  if (idempotent) codes.add("in_flight").add("idempotency_mismatch");
  const byStatus = Object.groupBy(codes, (code) => String(problems[code].status));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [status, problemResponse(status, codes, schema)]),
  );
}

function problemResponse(status: string, codes: readonly ProblemCode[], schema: JsonSchema): Response {
  const [firstCode = "unexpected"] = codes;
  const example = {
    code: firstCode,
    error: problems[firstCode].message,
    requestId: "01980000-0000-7000-8000-000000000002",
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].message}`).join("\n\n"),
    ...(status === "429" && {
      headers: { "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } } },
    }),
    content: { "application/json": { schema, example } },
  };
}

/** A record that is only ever sent needs no second name. */
function dropInputSuffixes<D extends { components: { schemas: Record<string, JsonSchema> } }>(document: D): D {
  const names = Object.keys(document.components.schemas);
  const unambiguous = names.filter((name) => name.endsWith("Input") && !names.includes(name.slice(0, -5)));
  const text = unambiguous.reduce(
    (text, name) =>
      text
        .replaceAll(`schemas/${name}"`, `schemas/${name.slice(0, -5)}"`)
        .replaceAll(`"${name}":`, `"${name.slice(0, -5)}":`),
    JSON.stringify(document),
  );
  return JSON.parse(text);
}
