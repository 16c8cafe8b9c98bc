import { PHOTO_MAX_BYTES } from "@commonlane/contract/limits";
import type { Profile } from "@commonlane/contract/profiles";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createApp } from "#bootstrap/app.ts";
import { createAuthenticator } from "#modules/accounts/sessions/index.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import {
  createPixelBomb,
  colourAt,
  createPhonePhoto,
  createTwoColourImage,
} from "../../../../test/fixtures/images.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";

type Answer = Profile & { code?: string };

async function choose(
  { http }: Pick<TestApp, "http">,
  as: TestUser | undefined,
  picture: Buffer,
  type = "image/jpeg",
) {
  const reply = await http.inject({
    method: "PUT",
    url: "/api/profiles/me/photo",
    headers: { "content-type": type, ...(as && { authorization: `Bearer ${as.token}` }) },
    payload: picture,
  });
  return { status: reply.statusCode, body: reply.json<Answer>(), headers: reply.headers };
}

async function look({ http }: Pick<TestApp, "http">, address: string | null) {
  const { statusCode, headers, rawPayload } = await http.inject(address ?? "");
  return { status: statusCode, headers, bytes: rawPayload };
}

const picture = () => createTwoColourImage(300, 200).jpeg().toBuffer();

test("a photo is re-encoded: metadata is removed and it is upright", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const taken = await createPhonePhoto(1200, 900);
  expect(taken.includes("Canaryname") && taken.includes("canary of a place")).toBe(true);
  expect((await sharp(taken).metadata()).exif?.includes("Canary")).toBe(true);

  const { status, body } = await choose(app, ada, taken);
  expect(status).toBe(200);
  for (const [address, side] of [
    [body.photo, 144],
    [body.photoLarge, 512],
  ] as const) {
    const { bytes } = await look(app, address);
    const { format, width, height, exif, xmp, icc, orientation } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: "webp", width: side, height: side });
    expect({ exif, xmp, icc, orientation }).toEqual({});
    expect(bytes.includes("anary")).toBe(false);
    // In the upright photo, the left side of the sensor is at the top. A photo with wrong or no rotation would differ.
    expect([await colourAt(bytes, 70, 20), await colourAt(bytes, 70, side - 20)]).toEqual([
      "f00",
      "00f",
    ]);
  }
});

test("JPEG, PNG and WebP are detected by content, and transparency becomes white", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const clear = {
    width: 40,
    height: 40,
    channels: 4 as const,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  };
  const png = await sharp({ create: clear }).png().toBuffer();
  const { body } = await choose(app, ada, png, "image/webp");
  expect(await colourAt((await look(app, body.photo)).bytes, 70, 70)).toBe("fff");
  for (const good of [
    await picture(),
    await createTwoColourImage(9, 900).webp().toBuffer(),
    await createTwoColourImage(1, 1).png().toBuffer(),
  ])
    expect((await choose(app, ada, good)).status).toBe(200);
});

test("any other content is refused, whatever its type claims", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const gif = await createTwoColourImage(9, 9).gif().toBuffer();
  const tiff = await createTwoColourImage(9, 9).tiff().toBuffer();
  for (const bytes of [
    svg,
    html,
    gif,
    tiff,
    Buffer.from("GIF89a"),
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.alloc(9),
  ])
    expect(await choose(app, ada, bytes)).toMatchObject({
      status: 415,
      body: { code: "photo_format_unknown" },
    });
  for (const type of [
    "image/svg+xml",
    "text/html",
    "application/json",
    "multipart/form-data; boundary=x",
  ])
    expect(await choose(app, ada, await picture(), type)).toMatchObject({ status: 415 });
  expect(await choose(app, ada, Buffer.alloc(0))).toMatchObject({
    status: 400,
    body: { code: "invalid_input" },
  });
});

test("decompression bombs and truncated files are refused and do not affect others", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const unfolding = createPixelBomb(30_000);
  expect(unfolding.length).toBeLessThan(200_000);
  expect(await choose(app, ada, unfolding, "image/png")).toMatchObject({
    status: 400,
    body: { code: "photo_too_detailed", error: expect.stringContaining("50 megapixels") },
  });
  const original = await picture();
  const cut = [
    original.subarray(0, original.length - 400),
    (await createTwoColourImage(99, 99).png().toBuffer()).subarray(0, 150),
  ];
  for (const bytes of cut)
    expect(await choose(app, ada, bytes)).toMatchObject({
      status: 400,
      body: { code: "photo_broken" },
    });
  expect((await choose(app, ada, original)).status).toBe(200);
  expect(app.bugs).toEqual([]);
});

test("5 MiB are accepted, one byte more is not, and no other call has a higher limit", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const small = await picture();
  // Bytes after the end of a picture are ignored.
  const full = Buffer.concat([small, Buffer.alloc(PHOTO_MAX_BYTES - small.length)]);
  expect((await choose(app, ada, full)).status).toBe(200);
  const over = Buffer.concat([full, Buffer.alloc(1)]);
  expect(await choose(app, ada, over)).toMatchObject({
    status: 413,
    body: { code: "photo_too_large" },
  });
  const elsewhere = { as: ada, body: { bio: "x".repeat(70_000) } };
  expect(await app.call("POST", "/firebase-auth/update-profile", elsewhere)).toMatchObject({
    status: 413,
    body: { code: "body_too_large" },
  });
  const asPicture = { as: ada, body: {}, headers: { "content-type": "image/jpeg" } };
  expect(await app.call("POST", "/firebase-auth/update-profile", asPicture)).toMatchObject({
    status: 415,
  });
});

test("the URL of a photo depends on its content and chance, and works for anyone who knows it", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const same = await picture();
  const adas = (await choose(app, ada, same)).body;
  const bobs = (await choose(app, bob, same)).body;
  expect(adas.photo).toMatch(/^\/api\/photos\/[\w-]{43}\/small$/);
  expect(adas.photo).not.toBe(bobs.photo);
  const { status, headers } = await look(app, adas.photoLarge);
  expect({ status, ...headers }).toMatchObject({
    status: 200,
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=31536000, immutable",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
  for (const wrong of [
    "x",
    "../../../etc/passwd",
    `${"A".repeat(43)}/small`,
    `${"A".repeat(43)}/huge`,
    "%00/small",
  ])
    expect((await look(app, `/api/photos/${wrong}`)).status).toBe(404);
});

test("a photo uploaded to one process is served by another", async () => {
  const app = await createTestApp();
  const { photo } = (await choose(app, await app.createUser(), await picture())).body;
  const http = createApp(app.ctx, { authenticate: createAuthenticator(app.ctx) });
  expect((await look({ http }, photo)).bytes).toEqual((await look(app, photo)).bytes);
  await http.close();
});

test("a user has one photo: a replaced or removed one is gone", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const first = (await choose(app, ada, await picture())).body.photo;
  const second = (await choose(app, ada, await picture())).body.photo;
  expect((await look(app, first)).status).toBe(404);
  expect((await look(app, second)).status).toBe(200);
  // A refused picture leaves the current one in place.
  await choose(app, ada, Buffer.from("nothing"));
  expect((await app.call<Answer>("GET", "/firebase-auth/profile", { as: ada })).body.photo).toBe(
    second,
  );

  const removed = await app.call<Answer>("DELETE", "/profiles/me/photo", { as: ada });
  expect(removed).toMatchObject({ status: 200, body: { photo: null, photoLarge: null } });
  expect((await look(app, second)).status).toBe(404);
  expect((await app.call("DELETE", "/profiles/me/photo", { as: ada })).status).toBe(200);
  expect(await app.db.selectFrom("photo").selectAll().execute()).toEqual([]);
});

test("of several concurrent uploads, one is stored, and it is the one in the profile", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const image = await picture();
  const replies = await Promise.all(Array.from({ length: 6 }, () => choose(app, ada, image)));
  expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const stored = await app.db.selectFrom("photo").select("id").execute();
  const { photo } = (await app.call<Answer>("GET", "/firebase-auth/profile", { as: ada })).body;
  expect(stored.map(({ id }) => `/api/photos/${id}/small`)).toEqual([photo]);
});

test("no one changes another user's photo, or any without a token", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const { photo } = (await choose(app, ada, await picture())).body;
  expect((await choose(app, undefined, await picture())).status).toBe(401);
  expect((await app.call("DELETE", "/profiles/me/photo")).status).toBe(401);
  expect((await app.call("DELETE", "/profiles/me/photo", { as: bob })).status).toBe(200);
  expect((await look(app, photo)).status).toBe(200);
});

test("twenty pictures an hour are allowed", async () => {
  const app = await createTestApp({ rateLimits: new RateLimits() });
  const ada = await app.createUser();
  const bob = await app.createUser();
  const image = await createTwoColourImage(8, 8).jpeg().toBuffer();
  for (let n = 0; n < 20; n++) expect((await choose(app, ada, image)).status).toBe(200);
  const refused = await choose(app, ada, image);
  expect(refused).toMatchObject({ status: 429, headers: { "retry-after": expect.any(String) } });
  expect((await choose(app, bob, image)).status).toBe(200);
});
