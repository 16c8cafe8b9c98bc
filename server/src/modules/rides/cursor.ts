import { Problem } from "#platform/http/problem.ts";
import type { z } from "zod";

/** Page marks are opaque text on the wire; one that was not made here is refused. */
export const writeCursor = (mark: unknown): string => Buffer.from(JSON.stringify(mark)).toString("base64url");

export function readCursor<T extends z.ZodType>(shape: T, cursor: string | undefined): z.output<T> | undefined {
  if (cursor === undefined) return undefined;
  const mark = shape.safeParse(parsed(cursor));
  if (!mark.success) throw new Problem("invalid_input", { fields: { cursor: "This page mark is not one of ours." } });
  return mark.data;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}
