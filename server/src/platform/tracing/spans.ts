import { type Attributes, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

/** Does nothing until tracing starts. */
export const tracer = trace.getTracer("commonlane");

interface SpanDescription {
  readonly kind?: "client" | "consumer";
  /** Never personal data: attributes leave the server. */
  readonly attributes?: Attributes;
}

const KINDS = {
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/** Runs `work` as one step of the current trace, or as the first of a new one. The name is one of a few. */
export function runInSpan<T>(
  name: string,
  { kind, attributes = {} }: SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(
    name,
    {
      ...(kind && { kind: KINDS[kind] }),
      attributes,
    },
    async (span) => {
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
    },
  );
}
