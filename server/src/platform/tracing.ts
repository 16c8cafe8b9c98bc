import {
  type Attributes,
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Log } from "./log.ts";
import { productVersion } from "./product-version.ts";
import type { Settings } from "./settings.ts";

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

const WARNING_INTERVAL_MS = 60_000;
/** Long enough for our statements. */
const ATTRIBUTE_MAX_LENGTH = 4_000;

let isOn = false;

/** True once `startTracing` has started it. Parts of the server add their hooks only then. */
export const isTracing = (): boolean => isOn;

/**
 * Sends traces to the operator's collector by OpenTelemetry (OTLP over HTTP, JSON), if its address is set. The library,
 * which is only loaded then, also reads the standard variables for headers, certificates, compression and the service's
 * name. Returns a function that sends what is left.
 */
export async function startTracing(
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  }: Pick<Settings, "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_TRACES_SAMPLER_ARG">,
  log: Log,
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {};
  const [
    sdk,
    resources,
    { OTLPTraceExporter },
    { W3CTraceContextPropagator },
    { AsyncLocalStorageContextManager },
  ] = await Promise.all([
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/core"),
    import("@opentelemetry/context-async-hooks"),
  ]);
  const detectors = [resources.envDetector];
  const resource = resources
    .resourceFromAttributes({
      "service.name": "commonlane",
      "service.version": productVersion,
    })
    .merge(resources.detectResources({ detectors }));
  const provider = new sdk.TracerProvider({
    resource,
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_MAX_LENGTH },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${endpoint.replace(/(?<!\/)\/+$/, "")}/v1/traces`,
        }),
      }),
    ],
  });
  reportTo(log);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  isOn = true;
  return () => provider.shutdown();
}

const ignore = (): void => {};

/** Logs what goes wrong with sending, at most once a minute: a collector that is down must not fill the log. */
function reportTo(log: Log): void {
  let quietUntil = 0;
  const warn = (message: string): void => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + WARNING_INTERVAL_MS;
    log.warn({ reason: message.slice(0, 300) }, "traces could not be sent");
  };
  diag.setLogger(
    {
      error: warn,
      warn,
      info: ignore,
      debug: ignore,
      verbose: ignore,
    },
    DiagLogLevel.WARN,
  );
}

/**
 * Makes each request a trace, named after its method and route pattern; the address, with its ids and search texts, is
 * not recorded. With `continueTraces`, traces that a trusted proxy has started go on.
 */
export function traceRequests(
  http: FastifyInstance,
  { continueTraces }: { continueTraces: boolean },
): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  const runInside = (request: FastifyRequest, next: () => void): void => {
    const span = spans.get(request);
    if (span) context.with(trace.setSpan(ROOT_CONTEXT, span), next);
    else next();
  };
  http.addHook("onRequest", (request, _, done) => {
    const { method, routeOptions, headers } = request;
    const route = routeOptions.url ?? "none";
    const parent = continueTraces ? propagation.extract(ROOT_CONTEXT, headers) : ROOT_CONTEXT;
    const attributes = {
      "http.request.method": method,
      "http.route": route,
      "commonlane.request_id": request.id,
    };
    spans.set(
      request,
      tracer.startSpan(
        `${method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes,
        },
        parent,
      ),
    );
    runInside(request, done);
  });
  // The body arrives in events of the connection, which know nothing of the request's trace.
  http.addHook("preHandler", (request, _, done) => runInside(request, done));
  http.addHook("onResponse", (request, { statusCode }, done) => {
    const span = spans.get(request);
    span?.setAttribute("http.response.status_code", statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
