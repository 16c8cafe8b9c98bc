import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { LogEvent } from "kysely";
import { tracer } from "../tracing/spans.ts";

const COMMENTS = /\/\*[^*]*\*\//g;
const FIRST_WORD = /\w+/;

/** Adds a finished statement to the current trace: its text with placeholders, never its values. */
export function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  if (!trace.getActiveSpan()?.isRecording()) return;
  const endTime = Date.now();
  const operation =
    FIRST_WORD.exec(query.sql.replaceAll(COMMENTS, ""))?.[0].toLowerCase() ?? "statement";
  const span = tracer.startSpan(
    `postgresql ${operation}`,
    {
      kind: SpanKind.CLIENT,
      startTime: endTime - queryDurationMillis,
      attributes: {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        "db.query.text": query.sql,
      },
    },
    context.active(),
  );
  if (level === "error") span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endTime);
}
