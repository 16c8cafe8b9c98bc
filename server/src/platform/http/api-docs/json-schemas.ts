import * as z from "zod/mini";
import type { JsonSchema } from "./examples.ts";
import { findSchema, namedSchemas } from "./named-schemas.ts";

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
