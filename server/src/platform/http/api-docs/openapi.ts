import { productVersion } from "#platform/product-version.ts";
import { endpointGroups } from "@commonlane/contract/all";
import type { CookieName, Endpoint, Upload } from "@commonlane/contract/endpoint";
import { CONFIRMATION_VALID_S } from "@commonlane/contract/limits";
import { ProblemReply } from "@commonlane/contract/problem";
import { buildExample, type JsonSchema } from "./examples.ts";
import { ApiSchemaRegistry } from "./json-schemas.ts";
import { COOKIES, type Parameter, describeParameters } from "./openapi-parameters.ts";
import { type Content, problemResponses, type Response } from "./openapi-responses.ts";

/** One endpoint as an OpenAPI 3.1 operation. */
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
type Tags = readonly { readonly name: string; readonly description: string }[];

const TAG_DESCRIPTIONS: Readonly<Record<keyof typeof endpointGroups, string>> = {
  accounts: "Accounts and sessions: sign-up, sign-in, tokens and the keys they are signed with",
  calendar: "Calendar files of rides and seats, and a feed for calendar apps at a secret URL",
  audiences: "Trust marks and groups of the caller, for whose members a ride can be",
  phoneVerification: "Verification of the caller's phone number with a code in a text message",
  events: "Events: a place and a time to which many people travel, with their rides there and back",
  groups: "Groups of members who belong together: finding, joining, leaving and running one",
  groupManagement:
    "What the managers of a group do: requests, members, the invitation link, numbers",
  groupAdministration: "All groups, as administrators manage them",
  feedReceivers: "Journey planners that read listed rides, and their keys",
  webhooks: "Addresses that are told of changes to rides, requests and events",
  apiKeys: "Keys with which programs act for the caller, within scopes",
  neighbours: "Rides in neighbouring communities",
  neighbourAdministration:
    "Communities that search each other's listed rides, as administrators approve them",
  publicOffers: "What visitors may see of the next days: public rides and events",
  captcha: "Proofs of work, required before requests that send an e-mail or create an account",
  auth: "Verifying an e-mail address, and registering with it",
  personalData: "The user's own data: export, consents, account deletion",
  accountSettings: "Account settings: sessions, password, e-mail address, security events",
  accountAccess:
    "Everything that signs in to the account or lets somebody follow its owner: listing and ending it",
  passkeys: "Passkeys: signing in without a password, and the caller's own",
  secondFactor: "The second factor after the password, and confirming before the sign-in changes",
  profiles: "Your own profile and the profiles of other users",
  places: "Finding places by name or position",
  rides: "Hosting rides and searching for rides along a route",
  rideSeries: "Rides that repeat on weekdays; each day is a separate ride",
  rideTemplates: "Saved ride details, for hosting a similar ride again",
  eventCalendars: "Calendars of others whose events are events of the community",
  memberImports: "People of another platform, with their vehicles and series, who may move here",
  importedData: "What another platform sent about the caller, to take over or delete",
  meetingPointSources: "Meeting points imported from open data",
  meetingPoints:
    "Meeting points that moderators define for the community and hosts for their rides",
  seatRequests: "Requesting seats on a segment of a ride, and deciding on requests",
  rideReplacements: "Alternative rides for passengers whose ride was cancelled",
  standby: "Standby queues for full rides",
  rideRequests: "Asking for a ride that no one offers yet",
  offers: "Offering a ride in reply to a ride request, and deciding on offers",
  activeDrivers:
    "Active drivers nearby, at approximate positions; positions are sent over the live connection",
  notifications: "A user's notifications and unread counts",
  notificationChannels: "Notification channels (push, e-mail) and preferences",
  savedSearches: "Saved searches with alerts for new matching rides, and popular routes",
  blocks: "Blocking users, in both directions and without notifying them",
  reports: "Reporting users and content to the moderators",
  chat: "Conversations between two users, and between all members of a ride",
  rideContacts: "Phone numbers that members of a ride share with each other",
  tripOutcomes: "How a ride went for each passenger: pickup, contribution, no-show",
  tripStatements: "Statement of shared trips",
  tripSafety: "Safety during a trip: sharing a trip, emergency numbers, confirming arrival",
  trustedContacts:
    "Trusted contacts, who are notified if a user has not confirmed their arrival; contacts must agree first",
  ratings: "Ratings between users who shared a ride",
  community: "Announcements, access rules and statistics of the community",
  regions: "Regions of the server: roads, places and a map from OpenStreetMap extracts",
  transit: "Public transport: journeys, also together with a ride, and the timetables in use",
  contentRemovals: "Content that moderators removed, and appeals",
  setup: "The first set-up of a server in the browser, with the key that its first start prints",
  signInProviders:
    "Sign-in at an institution by OpenID Connect, and the accounts there that are linked",
  providerAdministration: "Institutions where members can sign in, as administrators manage them",
  trustMarks: "Marks that say where members belong, such as a university, and the caller's own",
  markAdministration: "Trust marks with their rules, as administrators manage them",
  markModeration: "Trust marks of a member, as moderators grant and withdraw them",
  legal:
    "Legal pages of the community: texts in several languages, with drafts, versions and consent",
  administration:
    "Settings of the community, and who runs it; every change is recorded in the audit log",
  moderation: "Moderation; every request, including reads, is recorded in the audit log",
};
/** The complete API as OpenAPI 3.1, generated from the contract that the server implements and the web app uses. */
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
  const tags: Tags = Object.entries(TAG_DESCRIPTIONS).map(([name, description]) => ({
    name,
    description,
  }));
  return dropInputSuffixes({
    openapi: "3.1.1",
    info: {
      title: "Commonlane",
      version: productVersion,
      summary: "Ride sharing that a university, a town or an association runs by itself",
      description:
        "All data is JSON. Instants are ISO 8601 in UTC, distances are in metres, durations in seconds, money in whole cents. A trailing slash makes no difference. A list has at most `limit` items, and its `nextCursor`, sent as `cursor`, reads on; null means that there are no more. Every error is a ProblemReply: its `code` never changes, its `error` is a message for users.",
      license: { name: "AGPL-3.0-or-later", identifier: "AGPL-3.0-or-later" },
    },
    servers: [{ url: "/api", description: "This server, in production", "x-internal": false }],
    tags,
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "A key that a member created under Settings, For programs. It acts for this member, within its scopes, and is refused by every endpoint that names no scope. At most 120 calls in 60 s and 10,000 in a day.",
        },
        idToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "The ID token returned by sign-up, sign-in and refresh, valid for an hour. Signed and verified according to RFC8725: only ES256, with issuer, audience and expiry.",
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
  const { summary, description, body, upload, file, reply } = endpoint;
  const { confirmed, cookies, status = 200, limits = [] } = endpoint;
  const parameters = describeParameters(endpoint, schemas);
  const limitTexts = limits.map(({ count, perS, by }) => `${count} calls in ${perS} s by ${by}`);
  const notes = [
    ...(description === undefined ? [] : [description]),
    ...(confirmed ? [CONFIRMED_NOTE] : []),
    ...(limitTexts.length > 0 ? [`At most ${limitTexts.join(" and ")}.`] : []),
    ...(upload ? [`The body is a file of at most ${upload.maxBytes} bytes.`] : []),
  ];
  const responseContent =
    file === undefined
      ? jsonContent(schemas.toJsonSchema(reply, "output"), schemas)
      : { [file]: BINARY_CONTENT };
  return {
    operationId,
    tags: [tag],
    summary,
    ...(notes.length > 0 && { description: notes.join(" ") }),
    security: describeSecurity(endpoint),
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
      [status]: {
        description: status === 201 ? "Created" : "Done",
        ...(cookies?.sets && { headers: setCookieHeader(cookies.sets) }),
        content: responseContent,
      },
      ...problemResponses(endpoint, problem),
    },
  };
}

function describeSecurity({ access, needsIdToken, scope }: Endpoint): Operation["security"] {
  if (access === "public" && !needsIdToken) return [];
  return scope ? [{ idToken: [] }, { apiKey: [scope] }] : [{ idToken: [] }];
}

const setCookieHeader = (names: readonly CookieName[]) => ({
  "Set-Cookie": {
    description: names.map((name) => `\`${name}\`: ${COOKIES[name]}`).join(" "),
    schema: { type: "string" },
  },
});

const CONFIRMED_NOTE = `Needs a confirmation of the last ${CONFIRMATION_VALID_S} s in the same session (\`POST /identity/confirm\`); otherwise the reply is \`confirmation_needed\`.`;

const jsonContent = (schema: JsonSchema, { resolveRef }: ApiSchemaRegistry): Content => ({
  "application/json": { schema, example: buildExample(schema, resolveRef) },
});

/** In OpenAPI 3.1 content without a schema is binary. */
const BINARY_CONTENT = { schema: {} };
const fileContent = ({ types }: Upload): Content =>
  Object.fromEntries(types.map((type) => [type, BINARY_CONTENT]));

/** Removes the suffix from schemas that are only used as input. */
function dropInputSuffixes<D extends { components: { schemas: Record<string, JsonSchema> } }>(
  document: D,
): D {
  const names = Object.keys(document.components.schemas);
  const unambiguous = names.filter(
    (name) => name.endsWith("Input") && !names.includes(name.slice(0, -5)),
  );
  const text = unambiguous.reduce(
    (text, name) =>
      text
        .replaceAll(`schemas/${name}"`, `schemas/${name.slice(0, -5)}"`)
        .replaceAll(`"${name}":`, `"${name.slice(0, -5)}":`),
    JSON.stringify(document),
  );
  return JSON.parse(text);
}
