import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { createAuthenticator } from "#modules/accounts/sessions/index.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { Hub } from "#platform/live/hub.ts";
import { attachLiveServer } from "#platform/live/live-server.ts";
import { addServerGauges } from "#platform/server-gauges.ts";
import { createTestApp } from "../app/test-app.ts";

const FOLDER = join(import.meta.dirname, "../../../deploy/monitoring");
const PROMTOOL = process.env["PROMTOOL"] ?? "/usr/bin/promtool";
const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
});

/** The metrics of a server that has been used. */
async function readMetrics(): Promise<string> {
  const app = await createTestApp();
  addServerGauges(app.ctx, { consumers: ["notices"], indexedRides: () => 0 });
  const dependencies = {
    hub: new Hub(),
    authenticate: createAuthenticator(app.ctx),
    rateLimits: new RateLimits(),
  };
  await attachLiveServer(app.http, app.ctx, dependencies);
  await app.call("GET", "/rides/all");
  return (await app.http.inject("/metrics")).body;
}

/** Names of metrics in a query: words that are not functions, labels, numbers or words of the language. */
function metricsOf(expression: string): string[] {
  const withoutLabels = expression.replaceAll(
    /\{[^}]*\}|\b(?:by|without) \([^)]*\)|"[^"]*"|\[\w+\]/g,
    " ",
  );
  return [...withoutLabels.matchAll(/\b([a-z_]+_[a-z_]+|up)\b(?!\s*\()/g)].map(
    ([, name = ""]) => name,
  );
}

test("the dashboard and the alert rules use only metrics that the server has", async () => {
  const text = await readMetrics();
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name));
  const dashboard = Dashboard.parse(
    JSON.parse(readFileSync(join(FOLDER, "grafana-dashboard.json"), "utf8")),
  );
  const alerts = readFileSync(join(FOLDER, "alerts.yml"), "utf8");
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...alerts.matchAll(/expr:(?: >-)?((?:.|\n {10})+)/g)].map(
      ([, expression = ""]) => expression,
    ),
  ];
  expect(expressions.length).toBeGreaterThan(25);
  // A histogram has three series; `up` belongs to Prometheus.
  const used = [...new Set(expressions.flatMap(metricsOf))].map((name) =>
    name.replace(/_(?:bucket|count|sum)$/, ""),
  );
  expect(used.filter((name) => name !== "up" && !known.has(name))).toEqual([]);
});

test("counters begin at 0, so that the first search, e-mail, refused sign-in or booking shows as an increase", async () => {
  const lines = (await readMetrics()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'searches_total{result="none"} 0',
      'emails_total{result="sent"} 0',
      'refused_sign_ins_total{reason="credentials_wrong"} 0',
      'domain_events_total{type="seat-request.accepted"} 0',
    ]),
  );
});

test.runIf(existsSync(PROMTOOL))(
  "promtool accepts the metrics, the alert rules and the configuration",
  async () => {
    const { status, stdout, stderr } = spawnSync(PROMTOOL, ["check", "metrics"], {
      input: await readMetrics(),
    });
    expect([status, stdout.toString(), stderr.toString()]).toEqual([0, "", ""]);
    const check = (...args: string[]) =>
      execFileSync(PROMTOOL, ["check", ...args], { cwd: FOLDER }).toString();
    expect(check("rules", "alerts.yml")).toContain("SUCCESS: 10 rules found");
    expect(check("config", "prometheus.yml")).toContain("SUCCESS");
  },
);
