import fc from "fast-check";
import * as z from "zod/mini";
import { PASSWORD } from "../fixtures/accounts.ts";
import { towns } from "../fixtures/rides.ts";
import { NASTY_TEXTS } from "./nasty-values.ts";
import { forgedCursor } from "./invalid-values.ts";

type Schema = z.core.JSONSchema.JSONSchema;
type Values = fc.Arbitrary<unknown>;

/** A stand-in for a record that exists only when the request is sent; see fuzz-state.ts. */
const standIn = (kind: string): Values => fc.nat(30).map((n) => `@${kind}:${n}`);
/** One of the newest: older ones belong to replaced users. */
const recent = (kind: string): Values => fc.nat(5).map((n) => `@${kind}:${n}`);
const places = Object.values(towns);
const oddlyNamed = fc
  .tuple(
    fc.constantFrom(...places),
    fc.constantFrom(...NASTY_TEXTS.filter((text) => text.length <= 200)),
  )
  .map(([town, label]) => ({ ...town, label }));
const place: Values = fc.oneof(fc.constantFrom(...places), oddlyNamed);
const time = fc
  .constantFrom(5, 60, 400, 1400, 1410, 2000, 2600, 3000, 40_000, -60)
  .map((minutes) => `@time:${minutes}`);
const someDay = fc.constantFrom(0, 1, 3, 4, 40, 400, -1).map((days) => `@day:${days}`);
const latOf = fc.constantFrom(...places.map(({ lat }) => lat), -90, 0, 90);
const lngOf = fc.constantFrom(...places.map(({ lng }) => lng), -180, 0, 180);
const seldomTrue = fc.nat(4).map((n) => n === 0);
const mostly = (value: unknown, other: Values): Values =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });

const nasty = fc.constantFrom(...NASTY_TEXTS);
const password = mostly(PASSWORD, fc.constantFrom("Correct horse 8", "password", "Пароль-Ä9x"));

/** Values that a schema cannot express, by field name, so that requests pass more than the first check. */
const byName: Readonly<Record<string, Values>> = {
  rideId: fc.oneof(
    { weight: 1, arbitrary: standIn("ride") },
    { weight: 2, arbitrary: recent("ride") },
  ),
  requestId: fc.oneof(
    { weight: 1, arbitrary: standIn("request") },
    { weight: 1, arbitrary: recent("request") },
    { weight: 3, arbitrary: recent("ride-request") },
  ),
  // Only the passenger knows which pickup was shown.
  pickupAt: fc.constant(undefined),
  offerId: recent("offer"),
  savedSearchId: recent("saved-search"),
  conversationId: fc.constantFrom(
    "@chat-of:0",
    "@chat-of:0",
    "@chat-of:0",
    "@conversation:0",
    "@conversation:7",
  ),
  upTo: mostly("@message:0", standIn("message")),
  withUid: standIn("person"),
  clientId: fc.oneof(
    fc.uuid(),
    fc.nat(3).map((n) => `client-${n}`),
  ),
  words: fc.constantFrom("ride", "%_", "je", "xx"),
  driverUid: standIn("person"),
  driverId: mostly("@self:0", standIn("person")),
  uid: standIn("person"),
  // Rarely each other, since the two could not interact afterwards.
  blockedUid: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom("@person:2", "@person:3", "@person:4") },
    standIn("person"),
  ),
  hostId: mostly("@self:0", standIn("person")),
  seekerId: mostly("@self:0", standIn("person")),
  vehicleId: fc.oneof(fc.constant(null), standIn("vehicle")),
  id: standIn("vehicle"),
  email: fc.oneof(standIn("email"), fc.constant("new@example.org")),
  newEmail: standIn("email"),
  otp: standIn("code"),
  token: standIn("link"),
  sessionId: fc.constant("@session:0"),
  providerId: fc.constantFrom("uni", "nowhere"),
  // Nothing listens there.
  issuer: fc.constant("http://127.0.0.1:1"),
  scopes: fc.constantFrom("openid", "openid email profile"),
  logo: fc.constant(null),
  claimRules: fc.constant([]),
  firstName: mostly("Ada", nasty),
  lastName: mostly("Moreau", nasty),
  displayName: mostly("Ada Moreau", nasty),
  name: mostly("Ada Moreau", nasty),
  version: fc.constantFrom("1", 1, "2026-01", "of-another-day"),
  revision: fc.constantFrom(null, null, 1, 2),
  password,
  currentPassword: password,
  newPassword: password,
  idToken: standIn("token"),
  ratingId: recent("rating"),
  outcomeId: recent("passage"),
  reportId: recent("report"),
  removalId: recent("hiding"),
  actionId: recent("action"),
  announcementId: recent("announcement"),
  inviteId: recent("invite"),
  eventId: recent("event"),
  feedToken: recent("feed"),
  groupId: recent("group"),
  audienceId: recent("group"),
  markId: standIn("mark"),
  meetingPointId: recent("meeting-point"),
  membersOf: mostly(null, recent("group")),
  requiredMarkId: mostly(null, standIn("mark")),
  code: fc.oneof(recent("group-code"), standIn("code")),
  emailDomains: fc.subarray(["example.org", "uni.example"]),
  rated_uid: standIn("person"),
  ride_id: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: recent("ride") },
  ),
  pin: mostly("1234", fc.constant("0000")),
  cursor: fc.oneof(
    { weight: 6, arbitrary: fc.constant("") },
    { weight: 2, arbitrary: standIn("cursor") },
    { weight: 1, arbitrary: forgedCursor },
  ),
  limit: fc.constantFrom(1, 2, 20, 100),
  radius: fc.constantFrom(50, 0.001, 500),
  around: fc.constantFrom(1, 2, 2_147_483_647),
  radius_km: fc.constantFrom(25, 0.001, 500),
  walkM: fc.constantFrom(0, 1000, 5000),
  seats: fc.constantFrom(1, 1, 2, 3),
  placeId: fc.constantFrom("gn:2925177", "gn:2892794", "gn:1", "cl:1"),
  query: fc.constantFrom(
    "Freib",
    "köln",
    "ka",
    "東",
    "München, Germany",
    "Fribeurg",
    "Sankt",
    "Ada",
    "_%",
    "x",
  ),
  phone: fc.constantFrom("+12025550123", "+493012345678"),
  timeZone: fc.constantFrom("Europe/Berlin", "UTC", "america/new_york"),
  currency: fc.constantFrom("EUR", "USD"),
  languages: fc.subarray(["en", "de", "pt-BR", "ku"]),
  date: fc.constantFrom("2026-01-02", "2026-03-29", "1000-01-01"),
  birthDate: fc.constantFrom("1990-06-15", "2010-01-01", null),
  origin: mostly(towns.freiburg, place),
  destination: mostly(towns.koeln, place),
  stops: mostly([towns.mainz], fc.array(place, { maxLength: 4 })),
  pickup: mostly(towns.mainz, place),
  dropoff: mostly(towns.koeln, place),
  fromLat: mostly(towns.karlsruhe.lat, latOf),
  fromLng: mostly(towns.karlsruhe.lng, lngOf),
  toLat: mostly(towns.bonn.lat, latOf),
  toLng: mostly(towns.bonn.lng, lngOf),
  lat: mostly(towns.freiburg.lat, latOf),
  lng: mostly(towns.freiburg.lng, lngOf),
  contribution: mostly(
    { amountMinor: 500, currency: "EUR" },
    fc.constantFrom({ amountMinor: 90_000, currency: "EUR" }, null),
  ),
  time: fc.constantFrom("07:45", "02:30", "23:59"),
  weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  day: someDay,
  firstDay: someDay,
  lastDay: fc.oneof(fc.constant(null), someDay),
  exceptions: fc.array(someDay, { maxLength: 3 }),
  seriesId: recent("series"),
  templateId: recent("template"),
  // Mostly when Ada and Bob have no other ride.
  departsAt: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(400, 2000, 2300, 2600).map((minutes) => `@time:${minutes}`),
    },
    { weight: 2, arbitrary: time },
  ),
  departsAfter: mostly("@time:0", time),
  departsBefore: mostly("@time:2880", time),
  startsAt: mostly("@time:3000", time),
  endsAt: fc.oneof(
    { weight: 3, arbitrary: fc.constant("@time:3300") },
    { weight: 1, arbitrary: time },
  ),
  website: fc.constantFrom("https://event.example", null),
  endpoint: fc.constantFrom("https://push.example/ada", "https://push.example/bob"),
  replaces: fc.constantFrom("https://push.example/ada", "https://push.example/bob"),
  p256dh: fc.constant(`B${"A".repeat(86)}`),
  auth: fc.constant("8eDyX_uCN0XRhSbY5hs7Hg"),
  from: fc.constantFrom("22:00", "00:00"),
  until: fc.constantFrom("07:00", "00:00"),
};

/** A seat request and its ride, or any other one. */
const onRide: Values = fc.tuple(fc.nat(15), seldomTrue).map(([n, apart]) => ({
  requestId: `@request:${n}`,
  rideId: apart ? `@ride:${n}` : `@ride-of:${n}`,
}));

/** An offer and its request, or any other one. */
const onRequest: Values = fc.tuple(fc.nat(5), seldomTrue).map(([n, apart]) => ({
  offerId: `@offer:${n}`,
  requestId: apart ? `@ride-request:${n}` : `@request-of:${n}`,
}));

/** An existing record of one of these kinds; profile texts and photos are named by their user. */
const ofKind = (kinds: readonly string[]): Values =>
  fc.oneof(
    ...kinds.map((kind) => (POOL_OF[kind] ?? standIn("person")).map((id) => ({ kind, id }))),
  );
const POOL_OF: Readonly<Record<string, Values>> = {
  ride: standIn("ride"),
  "ride-request": recent("ride-request"),
  message: standIn("message"),
  event: recent("event"),
};

/** Mostly an address with the code from its e-mail, which cannot be guessed. */
const withMailedCode = (values: Values, name: string): Values =>
  fc
    .tuple(values, fc.nat(7))
    .map(([value, n]) =>
      n > 4 ? value : Object.assign({}, value, { [name]: `@mailed:${n}`, otp: `@code:${n}` }),
    );

/** Values that `schema` accepts and that refer to existing records. */
export function validValues(schema: z.ZodMiniType): Values {
  return valuesOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), "");
}

function valuesOf(schema: Schema, name: string): Values {
  const fit = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (fit) return fit;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return fc.oneof(...variants.map((variant) => valuesOf(asSchema(variant), name)));
  if (schema.properties) return recordOf(schema);
  switch (schema.type) {
    case "array":
      return fc.array(valuesOf(asSchema(schema.items), ""), {
        maxLength: Math.min(3, schema.maxItems ?? 3),
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "integer":
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -1e6),
        max: Math.min(schema.maximum ?? 1e6, 1e6),
      });
    case "number":
      return fc.double({ noNaN: true, min: schema.minimum ?? 0, max: schema.maximum ?? 1e6 });
    case "string":
      return textOf(schema);
    case "object":
    case undefined:
      break;
  }
  return fc.jsonValue({ maxDepth: 2 });
}

function recordOf({ properties = {}, required = [] }: Schema): Values {
  if (properties["rideId"] && properties["requestId"]) return onRide;
  if (properties["offerId"] && properties["requestId"]) return onRequest;
  const kinds =
    properties["id"] && Object.keys(properties).length === 2 && asSchema(properties["kind"]).enum;
  if (kinds) return ofKind(kinds.map(String));
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      valuesOf(asSchema(property), name),
    ]),
  );
  const record = fc.record(model, { requiredKeys: required.filter((name) => name in model) });
  return properties["otp"]
    ? withMailedCode(record, "newEmail" in model ? "newEmail" : "email")
    : record;
}

function textOf({ format, maxLength = 60 }: Schema): Values {
  if (format === "date-time") return time;
  if (format === "uuid") return fc.uuid();
  const nasty = NASTY_TEXTS.filter((text) => text.length <= maxLength);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: Math.min(maxLength, 60) }),
    },
    { weight: 1, arbitrary: fc.constantFrom(...nasty) },
  );
}

/** Where JSON Schema also allows `true` or a list, any value is allowed. */
const asSchema = (value: Schema[keyof Schema]): Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
