import { request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createDemoPlugin } from "#modules/demo/index.ts";
import type { Settings } from "#platform/settings.ts";
import { startNginx } from "./services/nginx.ts";
import { createTestApp } from "./app/test-app.ts";

const KEY = "the-key-of-this-test";
const SITE = "rides.example.org";
const PATHS = [
  "/dev/mailbox",
  `/dev/mailbox?key=${KEY}x`,
  "/dev/mailbox.json?to=ada@example.org",
  "/dev/mailbox.css",
  "/metrics",
  "/demo",
];
/** With the right key as well, which is ignored unless only this machine is served. */
const WITH_KEY = [...PATHS, `/dev/mailbox.json?key=${KEY}`, `/dev/mailbox?key=${KEY}`, `/demo?key=${KEY}`];

async function serve(settings: Partial<Settings>): Promise<string> {
  const app = await createTestApp({ settings: { LOCAL_PAGES_KEY: KEY, ...settings } });
  createDemoPlugin().mount(app.http, app.ctx, app.drivers);
  return app.listen();
}

/** Status for a remote browser, which requests the site by its name. */
const visit = (address: string, path: string) =>
  new Promise<number>((resolve, reject) => {
    const visitor = request(new URL(path, address), { headers: { host: SITE } }, (response) => {
      text(response).then(() => resolve(response.statusCode ?? 0), reject);
    });
    visitor.on("error", reject).end();
  });
const visitAll = async (address: string, paths: readonly string[]) =>
  Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await visit(address, path)] as const)));
const allHidden = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, 404]));

test("behind nginx with only proxy_pass, mailbox, demo and metrics do not exist", async () => {
  const server = await serve({});
  const nginx = await startNginx(`proxy_pass ${server};`);
  // nginx sends our own address as Host, and no header with the client's address.
  expect(await visit(nginx, "/api/rides/all")).toBe(401);
  expect(await visitAll(nginx, PATHS)).toEqual(allHidden(PATHS));
  // The same server offers them to this machine.
  expect((await fetch(`${server}/dev/mailbox.json?key=${KEY}`)).status).toBe(200);
  expect((await fetch(`${server}/metrics`)).status).toBe(200);
});

test.for<[string, Partial<Settings>]>([
  ["PUBLIC_URL", { PUBLIC_URL: `https://${SITE}` }],
  ["TRUST_PROXY", { TRUST_PROXY: "1" }],
  ["both, with DEV_MAILBOX", { PUBLIC_URL: `https://${SITE}`, TRUST_PROXY: "1", DEV_MAILBOX: "on" }],
])("with %s the right key opens nothing, whatever nginx sends", async ([, settings]) => {
  const server = await serve(settings);
  for (const lines of [
    `proxy_pass ${server};`,
    `proxy_pass ${server}; proxy_http_version 1.1; proxy_set_header Connection "";`,
    `proxy_pass ${server}; proxy_set_header Host 127.0.0.1; proxy_set_header X-Forwarded-For 127.0.0.1;`,
  ]) {
    const nginx = await startNginx(lines);
    expect(await visit(nginx, "/api/rides/all")).toBe(401);
    expect(await visitAll(nginx, WITH_KEY)).toEqual(allHidden(WITH_KEY));
  }
  for (const path of WITH_KEY) expect((await fetch(server + path)).status).toBe(404);
});

test("metrics of a public server require the token, through nginx too", async () => {
  const METRICS_TOKEN = "only-the-monitor-knows";
  const server = await serve({ PUBLIC_URL: `https://${SITE}`, TRUST_PROXY: "1", METRICS_TOKEN });
  const nginx = await startNginx(`proxy_pass ${server};`);
  const metrics = (token?: string) =>
    fetch(`${nginx}/metrics`, { headers: { ...(token && { authorization: `Bearer ${token}` }) } });
  expect([(await metrics()).status, (await metrics("another-token-altogether")).status]).toEqual([404, 404]);
  expect((await metrics(METRICS_TOKEN)).status).toBe(200);
  expect((await fetch(`${server}/metrics`)).status).toBe(404);
});
