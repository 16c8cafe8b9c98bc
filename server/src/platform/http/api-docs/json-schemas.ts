import * as accountSettings from "@commonlane/contract/account-settings";
import * as accounts from "@commonlane/contract/accounts";
import * as activeDrivers from "@commonlane/contract/active-drivers";
import { endpointGroups } from "@commonlane/contract/all";
import * as auth from "@commonlane/contract/auth";
import * as blocks from "@commonlane/contract/blocks";
import * as calendar from "@commonlane/contract/calendar";
import * as captcha from "@commonlane/contract/captcha";
import * as chat from "@commonlane/contract/chat";
import * as communityAdmin from "@commonlane/contract/community-admin";
import * as contentRemovals from "@commonlane/contract/content-removals";
import * as costShare from "@commonlane/contract/cost-share";
import type { Endpoint } from "@commonlane/contract/endpoint";
import * as events from "@commonlane/contract/events";
import * as groups from "@commonlane/contract/groups";
import * as hostedRides from "@commonlane/contract/hosted-rides";
import * as live from "@commonlane/contract/live";
import * as moderation from "@commonlane/contract/moderation";
import * as moderationShapes from "@commonlane/contract/moderation-shapes";
import * as notificationChannels from "@commonlane/contract/notification-channels";
import * as notifications from "@commonlane/contract/notifications";
import * as offers from "@commonlane/contract/offers";
import * as personNames from "@commonlane/contract/person-names";
import * as personalData from "@commonlane/contract/personal-data";
import * as places from "@commonlane/contract/places";
import * as problem from "@commonlane/contract/problem";
import * as profiles from "@commonlane/contract/profiles";
import * as ratings from "@commonlane/contract/ratings";
import * as reliability from "@commonlane/contract/reliability";
import * as reports from "@commonlane/contract/reports";
import * as rideContacts from "@commonlane/contract/ride-contacts";
import * as rideReplacements from "@commonlane/contract/ride-replacements";
import * as rideRequests from "@commonlane/contract/ride-requests";
import * as rideSearch from "@commonlane/contract/ride-search";
import * as rideSeries from "@commonlane/contract/ride-series";
import * as rideTemplates from "@commonlane/contract/ride-templates";
import * as rides from "@commonlane/contract/rides";
import * as routeMeasure from "@commonlane/contract/route-measure";
import * as savedSearches from "@commonlane/contract/saved-searches";
import * as seatRequests from "@commonlane/contract/seat-requests";
import * as shapes from "@commonlane/contract/shapes";
import * as standby from "@commonlane/contract/standby";
import * as tripOutcomes from "@commonlane/contract/trip-outcomes";
import * as tripSafety from "@commonlane/contract/trip-safety";
import * as trustedContacts from "@commonlane/contract/trusted-contacts";
import * as z from "zod/mini";
import type { JsonSchema } from "./examples.ts";

type Direction = "input" | "output";

/** Converts the contract's schemas to JSON Schema and collects the shared ones. */
export class ApiSchemaRegistry {
  readonly components: Record<string, JsonSchema> = {};

  /** Returns the JSON Schema of a value as sent by clients (`input`) or by the server (`output`). */
  toJsonSchema(schema: z.ZodMiniType, direction: Direction): JsonSchema {
    // Wrapped, so that a named schema becomes a reference too.
    const { properties, $defs = {} } = toJson(z.object({ it: schema }), direction);
    for (const [id, definition] of Object.entries($defs)) {
      const name = componentName(direction, id);
      this.components[name] = defaultsInWords(withComponentRefs(definition, direction));
    }
    const it = properties["it"] ?? {};
    return withComponentRefs(it, direction);
  }

  /** Fields of a path or query: they are described one by one, so their object needs no name. */
  fieldsOf(schema: z.ZodMiniType): {
    properties: Readonly<Record<string, JsonSchema>>;
    required: readonly string[];
  } {
    if (!(schema instanceof z.ZodMiniObject))
      return {
        properties: {},
        required: [],
      };
    const { properties = {} } = this.toJsonSchema(z.object(schema.shape), "input");
    // Tried, because the library takes a number that is read from text for one that may be left out.
    const required = Object.entries(schema.shape).flatMap(([name, field]) =>
      z.safeParse(field, undefined).success ? [] : name,
    );
    return { properties, required };
  }

  readonly resolveRef = (ref: string): JsonSchema =>
    this.components[ref.slice(ref.lastIndexOf("/") + 1)] ?? {};
}

const ConvertedSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  $defs: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
});

function toJson(schema: z.ZodMiniType, io: Direction) {
  const json = z.toJSONSchema(schema, {
    io,
    metadata: namedSchemas,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ jsonSchema, zodSchema: { _zod } }) => {
      // The library leaves out the default of a number that is read from text.
      if (_zod.def.type === "default") jsonSchema.default = _zod.def.defaultValue;
      delete jsonSchema["id"];
      // Fields may be added later, and clients must accept that.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // The format is enough; the pattern behind it is a page long.
      if (jsonSchema.format) delete jsonSchema.pattern;
      // JavaScript's limits are not limits of the field.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return ConvertedSchema.parse(json);
}

const DIRECTIONS = ["input", "output"] as const;
const differsById = new Map<string, boolean>();

/** Adds a suffix for input, since a schema with defaults differs between input and output. */
function componentName(direction: Direction, id: string): string {
  return direction === "input" && differsByDirection(id) ? `${id}Input` : id;
}

function differsByDirection(id: string): boolean {
  const schema = findSchema(id);
  if (!differsById.has(id) && schema) {
    const [sent, received] = DIRECTIONS.map((direction) =>
      JSON.stringify(toJson(z.object({ it: schema }), direction)),
    );
    differsById.set(id, sent !== received);
  }
  return differsById.get(id) ?? false;
}

function withComponentRefs(schema: unknown, direction: Direction): JsonSchema {
  const text = JSON.stringify(schema).replaceAll(
    /"#\/\$defs\/(\w+)"/g,
    (_, id: string) => `"#/components/schemas/${componentName(direction, id)}"`,
  );
  return JSON.parse(text);
}

/**
 * Says the defaults of an object's fields in words. Generators of clients take a field with the keyword `default` for
 * one that is always there, so that callers would have to send every field that they may leave out.
 */
function defaultsInWords(schema: JsonSchema): JsonSchema {
  if (!schema.properties) return schema;
  const fields = Object.entries(schema.properties).map(([name, field]) => [
    name,
    defaultInWords(field),
  ]);
  return {
    ...schema,
    properties: Object.fromEntries(fields),
  };
}

function defaultInWords({ default: value, ...field }: JsonSchema): JsonSchema {
  const described = defaultsInWords(field);
  if (value === undefined) return described;
  return {
    ...described,
    description: `Default: ${JSON.stringify(value)}`,
    examples: [value],
  };
}

/** Names of schemas in the API description; see zod's metadata registries. */
const namedSchemas = z.registry<{ id: string }>();
const schemasById = new Map<string, z.ZodMiniType>();

function findSchema(id: string): z.ZodMiniType | undefined {
  return schemasById.get(id);
}

const CONTRACT_FILES: readonly object[] = [
  accountSettings,
  accounts,
  activeDrivers,
  auth,
  blocks,
  calendar,
  captcha,
  chat,
  communityAdmin,
  contentRemovals,
  costShare,
  routeMeasure,
  events,
  groups,
  hostedRides,
  live,
  moderationShapes,
  moderation,
  notificationChannels,
  notifications,
  offers,
  personNames,
  personalData,
  places,
  problem,
  profiles,
  ratings,
  reliability,
  reports,
  rideContacts,
  rideReplacements,
  rideRequests,
  rideSearch,
  rideSeries,
  rideTemplates,
  rides,
  savedSearches,
  seatRequests,
  shapes,
  standby,
  tripOutcomes,
  tripSafety,
  trustedContacts,
];

const NAMEABLE = [z.ZodMiniObject, z.ZodMiniEnum, z.ZodMiniUnion, z.ZodMiniDiscriminatedUnion];

// A schema that the contract exports has the name of its export; others are named after their endpoint.
for (const file of CONTRACT_FILES)
  for (const [id, value] of Object.entries(file)) nameSchema(id, value);
for (const [tag, endpoints] of Object.entries<Record<string, Endpoint>>(endpointGroups)) {
  for (const [name, { body, reply }] of Object.entries(endpoints)) {
    nameSchema(`${capitalize(tag)}${capitalize(name)}Body`, body);
    nameSchema(`${capitalize(tag)}${capitalize(name)}Reply`, reply);
  }
}

/** @throws Error if two schemas have the same name. */
function nameSchema(id: string, value: unknown): void {
  const schema = value instanceof z.ZodMiniOptional ? value.def.innerType : value;
  if (!isNameable(schema) || namedSchemas.has(schema)) return;
  if (schemasById.has(id)) throw new Error(`Two schemas of the API are called ${id}.`);
  namedSchemas.add(schema, { id });
  schemasById.set(id, schema);
}

function isNameable(value: unknown): value is z.ZodMiniType {
  return NAMEABLE.some((type) => value instanceof type);
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
