/** The subset of JSON Schema that we generate. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | string[] | undefined;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minItems?: number;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  /** The elements of a list with a fixed length. */
  readonly prefixItems?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

/** Typical values by field name, for fields whose type alone says little. */
const EXAMPLES_BY_NAME: Readonly<Record<string, unknown>> = {
  email: "ada@example.org",
  mailFrom: "Our rides <rides@example.org>",
  password: "a long line of text",
  otp: "271828",
  pin: "2718",
  phone: "+12025550123",
  name: "Ada Moreau",
  displayName: "Ada M.",
  firstName: "Ada",
  lastName: "Moreau",
  initials: "AM",
  label: "Freiburg im Breisgau, Germany",
  detail: "Baden-Württemberg, Germany",
  placeId: "gn:2925177",
  photoId: "mV3p0xK1u2cJ9sQ7yB5tN8wE4rH6dZaLfGoUiXqTvYk",
  token: "q2Zk8VxT5nB1wR7yLs0dJ4uGh9aPcEoXiM3fKvN6tUQ",
  proof: "q2Zk8VxT5nB1wR7yLs0dJ4uGh9aPcEoXiM3fKvN6tUQ",
  feedToken: "q2Zk8VxT5nB1wR7yLs0dJ4uGh9aPcEoXiM3fKvN6tUQ",
  lat: 47.9959,
  lng: 7.8522,
  fromLat: 49.0094,
  fromLng: 8.4044,
  toLat: 50.7344,
  toLng: 7.0955,
  query: "frei",
  amountMinor: 1800,
  currency: "EUR",
  timeZone: "Europe/Berlin",
  date: "2026-01-02",
  time: "07:45",
  from: "22:00",
  until: "07:00",
  endpoint: "https://push.example.org/a-browser",
  replaces: "https://push.example.org/a-browser-before",
  p256dh: "BGEw2wsHgLwzerjvnMTkbKrFRxdmwJ5S_k7zi7A1coR_sVjHmGrlvzYpAT1n4NPbioFlQkIrTNL8EH4V3ZZ4vJE",
  auth: "8eDyX_uCN0XRhSbY5hs7Hg",
  polyline: "_p~iF~ps|U_ulLnnqC",
  distanceM: 426000,
  durationS: 21300,
  seats: 2,
  seatsTotal: 3,
  seatsLeft: 3,
  note: "I stop once for coffee.",
  message: "I have one small bag.",
  clientId: "b1f6c0de-1",
  make: "Renault",
  model: "Zoe",
  colour: "blue",
  plate: "FR AB 123",
  idToken: "eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.e30.c2ln",
  locale: "en",
  languages: "en",
  emailDomains: "example.org",
  issuer: "https://rides.example.org/api/identity",
  scopes: "openid email profile",
  brandColor: "#0b6e4f",
  color: "#0b6e4f",
  logo: null,
  nextCursor: null,
  vehicleId: null,
};
const freiburg = {
  placeId: "gn:2925177",
  label: "Freiburg im Breisgau, Germany",
  lat: 47.9959,
  lng: 7.8522,
};
const mainz = {
  label: "Mainz, Germany",
  lat: 49.9842,
  lng: 8.2791,
};
const cologne = {
  label: "Köln, Germany",
  lat: 50.9333,
  lng: 6.95,
};
/** One trip, so that the examples of different endpoints fit together. */
const EXAMPLE_TRIP: Readonly<Record<string, unknown>> = {
  origin: freiburg,
  stops: mainz,
  destination: cologne,
  pickup: mainz,
  dropoff: cologne,
  departsBefore: "2026-01-02T20:00:00.000Z",
};
/** Fields left out of examples: user ids, which come from the token, and cursors. */
const OMITTED: ReadonlySet<string> = new Set(["hostId", "seekerId", "driverId", "cursor"]);
/** A success has no error, and its message depends on the call. */
const OMITTED_OUTCOME: ReadonlySet<string> = new Set(["message", "error"]);
const EXAMPLES_BY_FORMAT: Readonly<Record<string, unknown>> = {
  uuid: "01980000-0000-7000-8000-000000000001",
  "date-time": "2026-01-02T07:45:00.000Z",
  date: "1990-06-15",
  email: "ada@example.org",
  uri: "https://rides.example.org",
};

/** Builds a realistic value that `schema` accepts. `resolve` returns the schema that a $ref names. */
export function buildExample(
  schema: JsonSchema,
  resolve: (ref: string) => JsonSchema,
  name = "",
): unknown {
  // The stops of a timetable are a number.
  const isPartOfTrip = name in EXAMPLE_TRIP && schema.type !== "array" && schema.type !== "integer";
  if (isPartOfTrip) return tripExample(schema, resolve, name);
  if (schema.$ref) return buildExample(resolve(schema.$ref), resolve, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const variants = schema.anyOf ?? schema.oneOf;
  if (EXAMPLES_BY_NAME[name] === null && variants?.some((variant) => variant.type === "null"))
    return null;
  if (variants?.[0]) return buildExample(variants[0], resolve, name);
  const { properties, required = [] } = schema;
  if (properties) {
    const omitted = "success" in properties ? OMITTED_OUTCOME : OMITTED;
    const included = Object.entries(properties).filter(
      ([key]) => required.includes(key) || !omitted.has(key),
    );
    return Object.fromEntries(
      included.map(([key, inner]) => [key, buildExample(inner, resolve, key)]),
    );
  }
  if (schema.prefixItems)
    return schema.prefixItems.map((item) => buildExample(item, resolve, name));
  if (schema.type === "array") {
    if (!schema.items) return [];
    const item = buildExample(schema.items, resolve, name);
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => item);
  }
  const type = Array.isArray(schema.type)
    ? schema.type.find((candidate) => candidate !== "null")
    : schema.type;
  if (EXAMPLES_BY_NAME[name] === null && schema.type !== type) return null;
  if (typeof EXAMPLES_BY_NAME[name] === (type === "integer" ? "number" : type))
    return EXAMPLES_BY_NAME[name];
  return exampleByType({ ...schema, type });
}

/** A place of the example trip, with its time zone if the schema asks for one. */
function tripExample(
  schema: JsonSchema,
  resolve: (ref: string) => JsonSchema,
  name: string,
): unknown {
  const { required = [] } = schema.$ref ? resolve(schema.$ref) : schema;
  const place = EXAMPLE_TRIP[name];
  return required.includes("timeZone") && typeof place === "object"
    ? {
        ...place,
        timeZone: EXAMPLES_BY_NAME["timeZone"],
      }
    : place;
}

function exampleByType(schema: JsonSchema): unknown {
  const { type, format = "", minimum, exclusiveMinimum, examples } = schema;
  if (format in EXAMPLES_BY_FORMAT) return EXAMPLES_BY_FORMAT[format];
  const usual = schema.default ?? examples?.[0];
  if (usual !== undefined) return usual;
  if (type === "string") return "text";
  if (type === "boolean") return true;
  if (type === "integer" || type === "number")
    return Math.max(1, minimum ?? 1, (exclusiveMinimum ?? 0) + 1);
  return type === "null" ? null : {};
}
