import { DomainEvent } from "@commonlane/contract/live";
import { Id } from "@commonlane/contract/shapes";
import * as z from "zod/mini";

/**
 * An event as stored. Most events are a type and a few ids: as columns they take a third of the space of JSON, which
 * would repeat the names of the fields in each row.
 */
export interface EventColumns {
  readonly type: string;
  /** In the order in which the contract declares the fields; null where the event has null. */
  readonly ids: readonly (string | null)[];
  /** All other fields; null if there are none. A whole event, with its type, if its ids could not be taken out. */
  readonly details: object | null;
}

type Path = readonly string[];
type Fields = Record<string, unknown>;

/** The fields that hold the ids of each type of event. Optional ids stay in the details, so that no place is skipped. */
const idPaths: ReadonlyMap<string, readonly Path[]> = new Map(
  DomainEvent.def.options.map((option) => [
    String(option.shape.type.def.values[0]),
    findIdPaths(option),
  ]),
);

function findIdPaths(schema: z.core.$ZodType, path: Path = []): Path[] {
  if (schema === Id || (schema instanceof z.ZodMiniNullable && schema.def.innerType === Id))
    return [path];
  if (!(schema instanceof z.ZodMiniObject)) return [];
  const fields: Record<string, z.core.$ZodType> = schema.shape;
  return Object.entries(fields).flatMap(([name, field]) => findIdPaths(field, [...path, name]));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UUIDS = new RegExp(UUID.source.slice(1, -1), "g");

export function toEventColumns(event: DomainEvent): EventColumns {
  const { type, ...rest }: Fields & { type: string } = event;
  const ids = (idPaths.get(type) ?? []).map((path) => takeField(rest, path));
  if (!ids.every(isStorableId))
    return {
      type,
      ids: [...new Set(JSON.stringify(event).match(UUIDS))],
      details: event,
    };
  return {
    type,
    ids,
    details: Object.keys(rest).length === 0 ? null : rest,
  };
}

const isStorableId = (id: unknown): id is string | null =>
  id === null || (typeof id === "string" && UUID.test(id));

export function fromEventColumns({ type, ids, details }: EventColumns): DomainEvent {
  const event: Fields = { type, ...details };
  if (!details || !("type" in details))
    for (const [n, path] of (idPaths.get(type) ?? []).entries())
      putField(event, path, ids[n] ?? null);
  if (!isEvent(event)) throw new Error(`${type} is not a type of event.`);
  return event;
}

/** Only what `toEventColumns` returned is read back, so the fields need no check. */
function isEvent(event: Fields): event is DomainEvent {
  return typeof event["type"] === "string";
}

/** Removes a field and returns its value; also removes the objects that it leaves empty. Copies what it changes. */
function takeField(fields: Fields, [name = "", ...below]: Path): unknown {
  const value = fields[name];
  if (below.length === 0) {
    delete fields[name];
    return value;
  }
  if (!isObject(value)) return undefined;
  const child = { ...value };
  const taken = takeField(child, below);
  if (Object.keys(child).length === 0) delete fields[name];
  else fields[name] = child;
  return taken;
}

function putField(fields: Fields, [name = "", ...below]: Path, value: unknown): void {
  if (below.length === 0) {
    fields[name] = value;
    return;
  }
  const before = fields[name];
  const child = isObject(before) ? { ...before } : {};
  fields[name] = child;
  putField(child, below, value);
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
