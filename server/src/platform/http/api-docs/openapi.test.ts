import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { endpoints } from "@commonlane/contract/all";
import { expect, test } from "vitest";
import { z } from "zod";
import { createTestApp } from "../../../../test/app/test-app.ts";
import type { JsonSchema } from "./examples.ts";
import { buildOpenApiDocument } from "./openapi.ts";
import type { Content } from "./openapi-responses.ts";

const { paths, components } = buildOpenApiDocument();
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test("describes every endpoint of the contract, with its authentication, idempotency key and problems", () => {
  expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(
    endpoints.map(({ name }) => name).toSorted(),
  );
  const host = paths["/rides"]?.["post"];
  expect(host?.security).toEqual([{ idToken: [] }, { apiKey: ["rides:write"] }]);
  expect(paths["/api-keys"]?.["get"]?.security).toEqual([{ idToken: [] }]);
  expect(host?.parameters).toContainEqual(
    expect.objectContaining({ name: "Idempotency-Key", in: "header" }),
  );
  expect(Object.keys(host?.responses ?? {})).toEqual([
    "201",
    "400",
    "401",
    "403",
    "409",
    "413",
    "415",
    "422",
    "429",
    "500",
    "503",
  ]);
  expect(paths["/identity/sign-in"]?.["post"]?.security).toEqual([]);
  expect(paths["/rides/nearby"]?.["get"]?.parameters).toContainEqual(
    expect.objectContaining({
      name: "lat",
      in: "query",
      required: true,
      schema: { type: "number", minimum: -90, maximum: 90 },
    }),
  );
});

test("an endpoint that requires a proof of work says so, and what happens without it", () => {
  const signUp = paths["/identity/sign-up"]?.["post"];
  expect(signUp?.parameters).toContainEqual(
    expect.objectContaining({ name: "captcha-proof", in: "header", required: true }),
  );
  const { description } = z.object({ description: z.string() }).parse(signUp?.responses["400"]);
  for (const code of ["captcha_missing", "captcha_wrong", "captcha_over"])
    expect(description).toContain(code);
  const signIn = paths["/identity/sign-in"]?.["post"]?.parameters ?? [];
  expect(signIn.map(({ name }) => name)).not.toContain("captcha-proof");
});

test("says which cookies a call reads and sets, and where an ID token is needed although an address may be unverified", () => {
  const verify = paths["/auth/verify-registration-otp"]?.["post"];
  expect(verify?.responses["200"]).toHaveProperty("headers.Set-Cookie");
  const signUp = paths["/identity/sign-up"]?.["post"];
  expect(signUp?.parameters).toContainEqual(
    expect.objectContaining({ name: "commonlane_proven", in: "cookie", required: false }),
  );
  for (const path of ["/firebase-auth/register", "/firebase-auth/send-email-verification"])
    expect(paths[path]?.["post"]?.security).toEqual([{ idToken: [] }]);
  expect(paths["/firebase-auth/login"]?.["post"]?.security).toEqual([]);
});

test("[spec/7-lists:whole] lists that the specification reads without a limit are as long as a page may be", () => {
  const lists =
    "/rides/nearby /rides/all /rides/my/{uid} /rides/my-requests /rides/{rideId}/requests /requests/nearby /requests/my /rides/requests/{requestId}/offers /rides/my-offers /rides/active-drivers /rides/active-drivers/nearby";
  for (const path of lists.split(" ")) {
    const limit = paths[path]?.["get"]?.parameters?.find(({ name }) => name === "limit");
    expect([path, limit?.schema.default]).toEqual([path, 100]);
  }
});

test("a field that may be left out is not described with the keyword that makes generated clients require it", () => {
  const withDefault = Object.entries(components.schemas).flatMap(
    ([name, { properties = {}, required = [] }]) =>
      Object.entries(properties).flatMap(([field, schema]) =>
        schema.default !== undefined && !required.includes(field) ? [`${name}.${field}`] : [],
      ),
  );
  expect(withDefault).toEqual([]);
  const { properties, required } = components.schemas["HostedRide"] ?? {};
  expect(properties?.["approval"]).toMatchObject({ description: 'Default: "manual"' });
  expect(required).toEqual(["origin", "destination", "departsAt", "seatsTotal"]);
});

test("an example of a success shows neither an error nor another call's message", () => {
  const outcomes = operations.flatMap(({ operation }) => {
    const { content } = Replies.parse(operation.responses)["200"] ?? {};
    const example = content?.["application/json"]?.example;
    return example !== null && typeof example === "object" && "success" in example
      ? [Object.keys(example)]
      : [];
  });
  expect(outcomes.length).toBeGreaterThan(6);
  for (const fields of outcomes) expect(fields).not.toEqual(expect.arrayContaining(["error"]));
  expect(outcomes.flat()).not.toContain("message");
});

test("every JSON body and reply refers to a named schema", () => {
  const unnamed = operations.flatMap(({ operation: { operationId, requestBody, responses } }) => {
    const replies = Object.values(Replies.parse(responses));
    return [requestBody, ...replies].some((side) => isUnnamedJson(side?.content))
      ? operationId
      : [];
  });
  expect(unnamed).toEqual([]);
  for (const name of ["Ride", "HostedRide", "TripSafetyShareReply"])
    expect(components.schemas).toHaveProperty(name);
});

const Replies = z.record(z.string(), z.object({ content: z.custom<Content>().optional() }));

function isUnnamedJson(content: Content | undefined): boolean {
  const json = content?.["application/json"];
  return json !== undefined && json.schema.$ref === undefined;
}

test("every input is bounded", () => {
  const unbounded: string[] = [];
  let seen = 0;
  const walk = (schema: JsonSchema, where: string): void => {
    seen++;
    if (schema.$ref)
      return walk(components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, where);
    for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      walk(inner, where);
    for (const [name, inner] of Object.entries(schema.properties ?? {}))
      walk(inner, `${where}.${name}`);
    if (schema.items) walk(schema.items, `${where}[]`);
    if (schema.type === "array" && schema["maxItems"] === undefined) unbounded.push(where);
    const text = [schema.type].flat().includes("string");
    const bounds = [schema.maxLength, schema.enum, schema.const, schema.format, schema["pattern"]];
    if (text && bounds.every((bound) => bound === undefined)) unbounded.push(where);
  };
  for (const { operation } of operations) {
    for (const { name, schema } of operation.parameters ?? [])
      walk(schema, `${operation.operationId} ${name}`);
    const body = operation.requestBody?.content["application/json"]?.schema;
    if (body) walk(body, operation.operationId);
  }
  expect(unbounded).toEqual([]);
  expect(seen).toBeGreaterThan(100);
});

test("serves a document, and a page that loads nothing from other servers", async () => {
  const { http: app } = await createTestApp();
  const document = await app.inject("/api/openapi.json");
  expect(document.json()).toMatchObject({ openapi: "3.1.1", servers: [{ url: "/api" }] });
  const { body, headers } = await app.inject("/api/docs");
  expect(headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "public, max-age=3600",
  });
  expect(headers["content-security-policy"]).toContain("style-src 'self'");
  for (const { operation } of operations) expect(body).toContain(`id="${operation.operationId}"`);
  expect(body).not.toMatch(/<script|<style|style=|(?:src|href)="(?:https?:)?\/\//);
  const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.filter((id) => !body.includes(`id="${id}"`))).toEqual([]);
  expect((await app.inject("/api/docs.css")).headers["content-type"]).toBe(
    "text/css; charset=utf-8",
  );
});

test("serves the description compressed as the client accepts, and not again while it is unchanged", async () => {
  const { http: app } = await createTestApp();
  for (const url of ["/api/openapi.json", "/api/docs"]) {
    const get = (headers: Record<string, string> = {}) => app.inject({ url, headers });
    const plain = await get();
    expect(plain.headers).toMatchObject({
      vary: "accept-encoding",
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [accepted, encoding, open] of [
      ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
      ["gzip;q=1.0, br;q=0", "gzip", gunzipSync],
    ] as const) {
      const reply = await get({ "accept-encoding": accepted });
      expect(reply.headers["content-encoding"]).toBe(encoding);
      expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
      expect(open(reply.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
    const revalidated = await get({ "if-none-match": String(plain.headers["etag"]) });
    expect([revalidated.statusCode, revalidated.body]).toEqual([304, ""]);
    expect((await get({ "if-none-match": '"another"' })).statusCode).toBe(200);
  }
});
