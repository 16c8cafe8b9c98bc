import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Appearance } from "@commonlane/contract/administration";
import { LOGO_MAX_BYTES } from "@commonlane/contract/limits";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { createServer } from "#platform/http/server.ts";
import { processImage } from "#platform/images/process-image.ts";
import { createPhonePhoto, createPixelBomb } from "../../../test/fixtures/images.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { openSmtpServer } from "../../../test/services/smtp.ts";
import {
  createAdministrator,
  createModerator,
  listModeratorActs,
} from "../../../test/fixtures/moderators.ts";

type Answer = Appearance & { code?: string };

async function upload({ http }: TestApp, as: TestUser, picture: Buffer, type = "image/png") {
  const reply = await http.inject({
    method: "PUT",
    url: "/api/administration/logo",
    headers: { "content-type": type, authorization: `Bearer ${as.token}` },
    payload: picture,
  });
  return { status: reply.statusCode, body: reply.json<Answer>() };
}

const logo = (width = 300, height = 100) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } })
    .png()
    .toBuffer();

/** The pages and files of the community, as a browser asks for them. */
function openPages(app: TestApp) {
  const webFolder = createTestFolder();
  writeFileSync(
    join(webFolder, "index.html"),
    `<!doctype html><html lang="en"><head><title>x</title><meta name="theme-color" content="#f3f7f4" /><link rel="icon" href="/favicon.svg" type="image/svg+xml" /><link rel="apple-touch-icon" href="/icons/apple-180.png" /></head></html>`,
  );
  writeFileSync(
    join(webFolder, "manifest.webmanifest"),
    JSON.stringify({
      name: "x",
      theme_color: "#f3f7f4",
      icons: [{ src: "/icons/icon-192.png", sizes: "192x192" }],
    }),
  );
  const http = createServer(app.ctx, new RateLimits(), { webFolder });
  onTestFinished(() => http.close());
  return (url: string) => http.inject({ url, headers: { accept: "text/html" } });
}

test("[domain/branding:logo] the logo is stored as pixels only, and logged; moderators cannot change it", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  expect((await upload(app, await createModerator(app), await logo())).body.code).toBe(
    "administrators_only",
  );
  const photo = await createPhonePhoto(1200, 900);
  const { status, body } = await upload(app, ad, photo, "image/jpeg");
  expect([status, Math.max(body.logo?.width ?? 0, body.logo?.height ?? 0) <= 640]).toEqual([
    200,
    true,
  ]);
  const stored = await app.db.selectFrom("community_logo").selectAll().executeTakeFirstOrThrow();
  const { format, exif, xmp, icc } = await sharp(stored.png).metadata();
  expect({ format, exif, xmp, icc }).toEqual({ format: "png" });
  expect(stored.png.includes("anary")).toBe(false);
  expect(
    (await listModeratorActs(app, ad)).some(({ call }) => call === "administration.setLogo"),
  ).toBe(true);
  const removed = await app.call<Answer>("DELETE", "/administration/logo", { as: ad });
  expect(removed.body.logo).toBeNull();
  expect(await app.db.selectFrom("community_logo").selectAll().execute()).toEqual([]);
});

test("a logo is re-encoded outside of any transaction: others can be committed and heard of meanwhile", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const other = Promise.withResolvers<void>();
  const working = processImage(app.ctx, await logo(), () => other.promise);
  const uploading = upload(app, ad, await logo());
  await setTimeout(300);
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(app.db);
  other.resolve();
  await working;
  expect((await uploading).status).toBe(200);
  expect(rows).toEqual([]);
});

test("[domain/branding:safe-logo] SVG, disguised, damaged, huge and tiny files are refused and change nothing", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  await upload(app, ad, await logo());
  const before = await app.db.selectFrom("community_logo").select("hash").execute();
  const photo = await createPhonePhoto(1200, 900);
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  const refused = [
    await upload(app, ad, svg, "image/svg+xml"),
    await upload(app, ad, svg),
    await upload(app, ad, Buffer.from("GIF89a\x01\x00\x01\x00")),
    await upload(app, ad, photo.subarray(0, photo.length * 0.7)),
    await upload(app, ad, createPixelBomb(20_000)),
    await upload(app, ad, Buffer.alloc(LOGO_MAX_BYTES + 1)),
    await upload(app, ad, await logo(20, 20)),
  ].map(({ status, body }) => [status, body.code]);
  expect(refused.map(([status]) => status)).toEqual([415, 415, 415, 400, 400, 413, 400]);
  expect(refused.at(-1)).toEqual([400, "logo_too_small"]);
  expect(await app.db.selectFrom("community_logo").select("hash").execute()).toEqual(before);
});

test("[domain/branding:pages] logo and colour appear on pages, in the manifest and in icons without a restart", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const get = openPages(app);
  const plain = (await get("/home")).body;
  expect(plain).not.toContain("brand.css");
  expect(plain).toContain('href="/favicon.svg"');
  await upload(app, ad, await logo());
  await app.call("PUT", "/administration/settings", { as: ad, body: { brandColor: "#7C1D4F" } });
  const page = (await get("/home")).body;
  const [css = ""] = /\/branding\/[\w-]+\/brand\.css/.exec(page) ?? [];
  expect(page).toMatch(
    /&quot;logo&quot;:\{&quot;url&quot;:&quot;\/branding\/[\w-]+\/logo\.png&quot;,&quot;width&quot;:300/,
  );
  expect(page).toContain('name="theme-color" content="#7c1d4f"');
  expect(page).not.toContain("/favicon.svg");
  const style = await get(css);
  expect(style.headers).toMatchObject({ "content-type": "text/css; charset=utf-8" });
  expect(style.headers["cache-control"]).toContain("immutable");
  expect(style.body).toContain("--c-brand:#7c1d4f");
  const manifest = (await get("/manifest.webmanifest")).json<{
    theme_color: string;
    icons: { src: string }[];
  }>();
  expect(manifest.theme_color).toBe("#7c1d4f");
  for (const file of [
    manifest.icons[0]?.src ?? "",
    css.replace("brand.css", "apple-180.png"),
    css.replace("brand.css", "preview.png"),
  ]) {
    const { statusCode, headers, rawPayload } = await get(file);
    expect([file, statusCode, headers["content-type"]]).toEqual([file, 200, "image/png"]);
    expect((await sharp(rawPayload).metadata()).format).toBe("png");
  }
  // The address of an earlier look has the present one, and is not kept.
  const outdated = await get("/branding/long-ago/logo.png");
  expect([outdated.statusCode, outdated.headers["cache-control"]]).toEqual([200, "no-cache"]);
  expect((await get("/branding/x/constructor")).statusCode).toBe(404);
});

test("[domain/branding:push] push messages show the community's icon, and a badge of one colour without a ground", async () => {
  const app = await createTestApp();
  const get = openPages(app);
  const worker = readFileSync(
    join(import.meta.dirname, "../../../../web/public/push-worker.js"),
    "utf8",
  );
  const [base = ""] = /\/branding\/\w+/.exec(worker) ?? [];
  const images = [...worker.matchAll(/\$\{BRAND\}\/([\w-]+\.png)/g)].map(
    ([, file]) => `${base}/${file}`,
  );
  expect(images).toHaveLength(2);
  const [icon, badge] = await Promise.all(images.map((image) => get(image)));
  expect([icon?.headers["content-type"], badge?.headers["content-type"]]).toEqual([
    "image/png",
    "image/png",
  ]);

  const { data, info } = await sharp(badge?.rawPayload).raw().toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: info.width * info.height }, (_, n) => [
    ...data.subarray(4 * n, 4 * n + 4),
  ]);
  expect(pixels.filter(([, , , alpha]) => alpha === 0).length).toBeGreaterThan(pixels.length / 2);
  const colours = new Set(
    pixels.filter(([, , , alpha]) => alpha === 255).map(([r, g, b]) => `${r} ${g} ${b}`),
  );
  expect([...colours]).toEqual(["255 255 255"]);
});

test("a preview says whether the colour was changed, and does not fill the log", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const look = (color: string) =>
    app.call<Answer>("GET", "/administration/appearance", { as: ad, query: { color } });
  expect((await look("#ffd400")).body).toMatchObject({
    isAdjusted: true,
    palette: { light: {}, dark: {} },
  });
  expect((await look("#1d4ed8")).body.isAdjusted).toBe(false);
  expect((await look("red;}*{display:none")).status).toBe(400);
  expect(
    (await listModeratorActs(app, ad)).filter(({ call }) => call === "administration.appearance"),
  ).toEqual([]);
});

test("[domain/branding:e-mails] e-mails have the logo as a part of their own and the colour, and load nothing", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const { port, emails, close } = await openSmtpServer();
  onTestFinished(close);
  const mailServer = {
    host: "127.0.0.1",
    port,
    security: "optional",
    user: "rides",
    password: "right",
  };
  await app.call("PUT", "/administration/settings", {
    as: ad,
    body: { mailServer, brandColor: "#7c1d4f" },
  });
  await upload(app, ad, await logo());
  const send = () =>
    app.call<{ failure: string | null }>("POST", "/administration/test-email", { as: ad });
  expect((await send()).body.failure).toBeNull();
  const email = (emails[0] ?? "").replaceAll("=\r\n", "");
  expect(email).toContain("Content-ID: <community-logo>");
  expect(email).toContain("cid:community-logo");
  expect(email).toContain("#7c1d4f");
  expect(email).not.toMatch(/<img[^>]*https?:/);
  await app.call("DELETE", "/administration/logo", { as: ad });
  await send();
  expect(emails[1]).not.toContain("community-logo");
});
