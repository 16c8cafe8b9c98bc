import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openLog } from "#platform/log.ts";
import { createTestApp } from "../../test/app/test-app.ts";
import { openFakeUpstream, respondWith } from "../../test/services/fake-upstream.ts";
import { runInSpan, startTracing } from "./tracing.ts";

const Attributes = z.array(
  z.object({
    key: z.string(),
    value: z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }),
  }),
);
const SentSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Attributes,
  status: z.object({ code: z.number() }),
});
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(SentSpan) })),
    }),
  ),
});

const attribute = ({ attributes }: { attributes: z.infer<typeof Attributes> }, name: string) =>
  attributes.find(({ key }) => key === name)?.value;

test("[domain/traces:content] a request, its statements and its failures become one trace, without addresses, values or messages", async () => {
  const collector = await openFakeUpstream(respondWith({}));
  process.env["OTEL_EXPORTER_OTLP_HEADERS"] = "x-team=rides";
  onTestFinished(() => void delete process.env["OTEL_EXPORTER_OTLP_HEADERS"]);
  const flush = await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: 1 },
    openLog("silent"),
  );
  const app = await createTestApp({ settings: { TRUST_PROXY: "loopback" } });
  const ada = await app.createUser();
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  await app.call("POST", "/firebase-auth/update-profile", {
    as: ada,
    body: { bio: "I keep bees" },
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  await app.call("GET", "/rides/7", { as: ada, query: { secret: "secret words" } });
  await runInSpan("failing", {}, () => Promise.reject(new TypeError("ada@example.org"))).catch(
    () => {},
  );
  await flush();

  const [first] = collector.requests;
  expect(first).toMatchObject({ url: "/v1/traces", headers: { "x-team": "rides" } });
  const all = collector.requests.flatMap(({ body }) => Sent.parse(JSON.parse(body)).resourceSpans);
  expect(attribute(all[0]?.resource ?? { attributes: [] }, "service.name")).toEqual({
    stringValue: "commonlane",
  });
  const spans = all.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  const update = spans.find(({ name }) => name === "POST /api/firebase-auth/update-profile");
  if (!update) throw new Error("The request has no span.");
  expect(update).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331" });
  expect(attribute(update, "http.response.status_code")).toEqual({ intValue: 200 });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === update.spanId);
  expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set([traceId]));
  expect(statements.map(({ name }) => name)).toContain("postgresql update");
  // Prepared statements begin with a comment.
  expect(
    spans.filter(({ attributes }) => JSON.stringify(attributes).includes("/* prepared */")),
  ).not.toEqual([]);
  expect(spans.map(({ name }) => name)).not.toContain("postgresql statement");
  expect(spans.find(({ name }) => name === "failing")).toMatchObject({ status: { code: 2 } });
  expect(spans.map(({ name }) => name)).toContain("GET /api/rides/:rideId");
  const text = collector.requests.map(({ body }) => body).join("\n");
  for (const secret of ["bees", "secret", "ada@example.org", ada.token])
    expect(text).not.toContain(secret);
});
