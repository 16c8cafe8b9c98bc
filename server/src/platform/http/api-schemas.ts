import * as identity from "@commonlane/contract/identity";
import * as places from "@commonlane/contract/places";
import * as problem from "@commonlane/contract/problem";
import * as profiles from "@commonlane/contract/profiles";
import * as rides from "@commonlane/contract/rides";
import * as seatRequests from "@commonlane/contract/seat-requests";
import * as shapes from "@commonlane/contract/shapes";
import * as z from "zod/mini";
import type { JsonSchema } from "./api-examples.ts";

type Side = "input" | "output";

/** Records that the contract exports are named in the description as they are in the contract. */
const named = z.registry<{ id: string }>();
const byId = new Map<string, z.ZodMiniType>();
for (const exports of [shapes, problem, identity, profiles, places, rides, seatRequests]) {
  for (const [id, value] of Object.entries(exports)) {
    if (!(value instanceof z.ZodMiniObject || value instanceof z.ZodMiniEnum) || named.has(value)) continue;
    named.add(value, { id });
    byId.set(id, value);
  }
}

/** Turns the contract's schemas into JSON Schema and collects the records they share. */
export class ApiSchemas {
  readonly components: Record<string, JsonSchema> = {};

  /** What goes over the wire: as it may be sent (`input`) or as it is answered (`output`). */
  of(schema: z.ZodMiniType, side: Side): JsonSchema {
    // Wrapped, so that a record that is itself named comes out as a reference too.
    const { properties, $defs = {} } = toJson(z.object({ it: schema }), side);
    for (const [id, definition] of Object.entries($defs)) {
      this.components[nameOn(side, id)] = withNames(definition, side);
    }
    const it = properties["it"] ?? {};
    return withNames(it, side);
  }

  /** The fields of what comes in a path or a query: they are told one by one, so their record needs no name. */
  fieldsOf(schema: z.ZodMiniType): { properties: Readonly<Record<string, JsonSchema>>; required: readonly string[] } {
    const { properties = {}, required = [] } =
      schema instanceof z.ZodMiniObject ? this.of(z.object(schema.shape), "input") : {};
    return { properties, required };
  }

  readonly resolve = (ref: string): JsonSchema => this.components[ref.slice(ref.lastIndexOf("/") + 1)] ?? {};
}

const Converted = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  $defs: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
});

function toJson(schema: z.ZodMiniType, io: Side) {
  const json = z.toJSONSchema(schema, {
    io,
    metadata: named,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      delete jsonSchema["id"];
      // Fields may be added to a record later; who reads it should not mind.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // The format says it; the pattern behind it is a page long.
      if (jsonSchema.format) delete jsonSchema.pattern;
      // JavaScript's limits are not the field's.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return Converted.parse(json);
}

const SIDES = ["input", "output"] as const;
const differing = new Map<string, boolean>();

/** A record that may be sent otherwise than it is answered, because of defaults, has a name for each. */
function nameOn(side: Side, id: string): string {
  return side === "input" && differs(id) ? `${id}Input` : id;
}

function differs(id: string): boolean {
  const schema = byId.get(id);
  if (!differing.has(id) && schema) {
    const [sent, answered] = SIDES.map((side) => JSON.stringify(toJson(z.object({ it: schema }), side)));
    differing.set(id, sent !== answered);
  }
  return differing.get(id) ?? false;
}

function withNames(schema: unknown, side: Side): JsonSchema {
  const text = JSON.stringify(schema).replaceAll(
    /"#\/\$defs\/(\w+)"/g,
    (_, id: string) => `"#/components/schemas/${nameOn(side, id)}"`,
  );
  return JSON.parse(text);
}
