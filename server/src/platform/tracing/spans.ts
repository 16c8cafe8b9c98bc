import { type Attributes, context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { LogEvent } from "kysely";

/** Does nothing until tracing starts. */
export const tracer = trace.getTracer("commonlane");

interface SpanDescription {
  readonly kind?: "client" | "consumer";
  /** Never personal data: attributes leave the server. */
  readonly attributes?: Attributes;
}

const KINDS = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Runs `work` as one step of the current trace, or as the first of a new one. The name is one of a few. */
export function runInSpan<T>(
  name: string,
  { kind, attributes = {} }: SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { ...(kind && { kind: KINDS[kind] }), attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // Not the message, which may quote what a person typed.
      span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds a finished statement to the current trace: its text with placeholders, never its values. */
export function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  if (!trace.getActiveSpan()?.isRecording()) return;
  const endTime = Date.now();
  const operation = /^[\s(]*(\w+)/.exec(query.sql)?.[1]?.toLowerCase() ?? "statement";
  const span = tracer.startSpan(
    `postgresql ${operation}`,
    {
      kind: SpanKind.CLIENT,
      startTime: endTime - queryDurationMillis,
      attributes: { "db.system.name": "postgresql", "db.operation.name": operation, "db.query.text": query.sql },
    },
    context.active(),
  );
  if (level === "error") span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endTime);
}
