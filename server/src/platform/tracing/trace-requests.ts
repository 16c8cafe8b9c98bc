import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { tracer } from "./spans.ts";

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
