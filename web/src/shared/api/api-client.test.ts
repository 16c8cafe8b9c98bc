import { endpoint } from "@commonlane/contract/endpoint";
import { i18n } from "@lingui/core";
import { createServer, type IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { call } from "./api-client.ts";
import { connectionStatus, onConnectionChange } from "../connection/connection-status.ts";
import { answerConfirmation, requestedConfirmation } from "../passkeys/confirmation-request.ts";
import { setTokenSource } from "../session/token-source.ts";

const seats = endpoint({
  summary: "A call with every part",
  method: "POST",
  path: "/rides/:id/seats",
  access: "signed-in",
  params: z.object({ id: z.string() }),
  query: z.object({ radius_km: z.optional(z.number()), at: z.optional(z.string()) }),
  body: z.object({ seats: z.number() }),
  reply: z.object({ left: z.number() }),
  idempotent: true,
});
const file = endpoint({
  summary: "A call that is answered with a file",
  method: "GET",
  path: "/file",
  access: "signed-in",
  file: "application/zip",
  reply: z.unknown(),
});
const open = endpoint({
  summary: "A public call",
  method: "GET",
  path: "/open",
  access: "public",
  reply: z.object({}),
});

interface RecordedRequest {
  url: string | undefined;
  method: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}
let requests: RecordedRequest[] = [];
let answers: [status: number, body: string, headers?: Record<string, string>][] = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    requests.push({ url: request.url, method: request.method, headers: request.headers, body });
    const [status, text, headers = {}] = answers.shift() ?? [200, "{}"];
    response.writeHead(status, headers).end(text);
  });
});
const realFetch = globalThis.fetch;
const errorLog = vi.spyOn(console, "error").mockReturnValue();

beforeAll(async () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
    realFetch(`http://127.0.0.1:${port}${path}`, init),
  );
});
afterEach(() => {
  requests = [];
  answers = [];
  errorLog.mockClear();
  setTokenSource();
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

const tokens = (first: string | undefined, second?: string) =>
  setTokenSource({ peek: () => first, fresh: async () => first, renew: async () => second });
const requestSeats = (options = {}) =>
  call(
    seats,
    { params: { id: "a b/c" }, query: { radius_km: 25, at: undefined }, body: { seats: 2 } },
    options,
  );
const problem = (code: string, error: string) =>
  JSON.stringify({ code, error, requestId: "r1", fields: { seats: "no" } });

test("[spec/calls:bearer] sends parameters, token and an idempotency key", async () => {
  tokens("t1");
  answers = [[200, '{"left":1,"extra":true}']];
  expect(await requestSeats()).toEqual({ left: 1 });
  const [{ url, method, headers, body } = { url: "", method: "", headers: {}, body: "" }] =
    requests;
  expect([method, url, body]).toEqual([
    "POST",
    "/api/rides/a%20b%2Fc/seats?radius_km=25",
    '{"seats":2}',
  ]);
  expect(headers.authorization).toBe("Bearer t1");
  expect(headers["content-type"]).toBe("application/json");
  expect(headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("keeps the key when a decision is retried, and uses another for a new one", async () => {
  tokens("t1");
  answers = [1, 2, 3, 4].map(() => [200, '{"left":1}']);
  await requestSeats({ idempotencyKey: "same" });
  await requestSeats({ idempotencyKey: "same" });
  await requestSeats();
  await requestSeats();
  const keys = requests.map(({ headers }) => headers["idempotency-key"]);
  expect(keys.slice(0, 2)).toEqual(["same", "same"]);
  expect(keys[2]).not.toBe(keys[3]);
});

test("[spec/validation:no-authenticated-user] a call that needs a user fails without one", async () => {
  await expect(requestSeats()).rejects.toMatchObject({
    code: "signed_out",
    message: "No authenticated user",
  });
  expect(requests).toEqual([]);
});

test("renews a rejected token once and repeats the same decision", async () => {
  tokens("old", "new");
  answers = [
    [401, problem("signed_out", "No authenticated user")],
    [200, '{"left":0}'],
  ];
  expect(await requestSeats()).toEqual({ left: 0 });
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer old",
    "Bearer new",
  ]);
  expect(requests[0]?.headers["idempotency-key"]).toBe(requests[1]?.headers["idempotency-key"]);
});

const refusal = (code: string): [number, string] => [
  403,
  problem(code, "Please confirm first that it's you."),
];

test("[domain/confirmation:asked] a call that needs a confirmation waits for the user and is sent again as it was; calls at once share one dialog", async () => {
  tokens("t1");
  answers = [
    refusal("confirmation_needed"),
    refusal("second_factor_required"),
    [200, '{"left":1}'],
    [200, '{"left":1}'],
  ];
  const both = [requestSeats(), requestSeats()];
  await vi.waitUntil(() => requests.length === 2 && requestedConfirmation());
  await new Promise((resolve) => setTimeout(resolve, 20));
  answerConfirmation(true);
  expect(requestedConfirmation()).toBeUndefined();
  expect(await Promise.all(both)).toEqual([{ left: 1 }, { left: 1 }]);
  const sent = requests.map(({ headers, body }) => `${String(headers["idempotency-key"])} ${body}`);
  expect(sent).toHaveLength(4);
  expect(new Set(sent.slice(2))).toEqual(new Set(sent.slice(0, 2)));

  answers = [refusal("confirmation_needed")];
  const cancelled = requestSeats();
  await vi.waitUntil(requestedConfirmation);
  answerConfirmation(false);
  await expect(cancelled).rejects.toMatchObject({ code: "confirmation_needed" });
  expect(requests).toHaveLength(5);
});

test("a download that needs a confirmation asks for it; other reads show why they were refused", async () => {
  tokens("t1");
  const refusal: [number, string] = [
    403,
    problem("confirmation_needed", "Please confirm first that it's you."),
  ];
  answers = [refusal, [200, "zip"]];
  const download = call({ ...file, confirmed: true }, {});
  await vi.waitUntil(requestedConfirmation);
  answerConfirmation(true);
  await download;
  expect(requests).toHaveLength(2);
  answers = [refusal];
  await expect(call(file, {})).rejects.toMatchObject({ code: "confirmation_needed" });
});

test("[spec/errors:logged] an error has code, message, fields and delay, and is logged; a 401 as unauthorized too", async () => {
  tokens("t1");
  answers = [[429, problem("too_many", "Too many tries."), { "retry-after": "7" }]];
  await expect(requestSeats()).rejects.toMatchObject({
    code: "too_many",
    message: "Too many tries.",
    status: 429,
    fields: { seats: "no" },
    retryAfterS: 7,
    requestId: "r1",
  });
  expect(errorLog.mock.calls.map(([message]) => String(message))).toEqual(["call failed"]);
  errorLog.mockClear();
  answers = [[401, problem("signed_out", "No authenticated user")]];
  await expect(requestSeats()).rejects.toMatchObject({ status: 401 });
  expect(errorLog.mock.calls.map(([message]) => String(message))).toEqual([
    "call failed",
    "unauthorized",
  ]);
});

test("[spec/errors:logged] an answer that the caller expects is thrown, and is no error in the log", async () => {
  answers = [[404, problem("not_found", "This doesn't exist.")]];
  const call404 = call(open, {}, { expected: "not_found" });
  await expect(call404).rejects.toMatchObject({ status: 404 });
  expect(errorLog).not.toHaveBeenCalled();
});

test("a file request renews the token once, and reports and logs errors", async () => {
  tokens("old", "new");
  answers = [
    [401, problem("signed_out", "No authenticated user")],
    [200, "PK"],
  ];
  const bytes = await call(file, {});
  expect(bytes).toBeInstanceOf(Blob);
  expect(bytes instanceof Blob && (await bytes.text())).toBe("PK");
  expect(requests.map(({ headers }) => [headers.authorization, headers.accept])).toEqual([
    ["Bearer old", "application/zip"],
    ["Bearer new", "application/zip"],
  ]);
  answers = [[404, problem("not_found", "It is not there.")]];
  await expect(call(file, {})).rejects.toMatchObject({
    code: "not_found",
    message: "It is not there.",
  });
  expect(errorLog.mock.calls.map(([message]) => String(message))).toEqual(["call failed"]);
});

test("reports a reply without a problem in plain words", async () => {
  answers = [[502, "<html>bad gateway</html>"]];
  await expect(call(open, {})).rejects.toMatchObject({
    code: "unexpected",
    status: 502,
    message: "An error occurred. Please try again.",
  });
});

test("rejects a reply that violates the contract", async () => {
  tokens("t1");
  answers = [[200, '{"left":"many"}']];
  await expect(requestSeats()).rejects.toMatchObject({ code: "unexpected_reply" });
});

test("a public call sends a token only if there is one", async () => {
  await call(open, {});
  tokens("t1");
  await call(open, {});
  await call(open, {}, { idToken: "own" });
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    "Bearer t1",
    "Bearer own",
  ]);
});

test("an aborted call is not a network error", async () => {
  const abort = new AbortController();
  abort.abort();
  await expect(call(open, {}, { signal: abort.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(errorLog).not.toHaveBeenCalled();
});

test("[spec/9-calls:timeout] a call fails after 10 s without a reply, and counts as slow after 5 s", async () => {
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("navigator", { onLine: true });
  const statuses: string[] = [];
  const stop = onConnectionChange(() => statuses.push(connectionStatus()));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const silence = Promise.withResolvers<undefined>();
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    signal?.addEventListener("abort", () => silence.reject(signal.reason));
    return silence.promise;
  });
  let failure: unknown;
  const pending = call(open, {}).catch((error: unknown) => (failure = error));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(statuses).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(statuses).toEqual(["slow"]);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await pending;
  expect(failure).toMatchObject({ code: "network", status: 0 });
  expect(statuses).toEqual(["slow", "online"]);
  stop();
  vi.useRealTimers();
});

test("a file download may take longer than 10 s once it has started", async () => {
  tokens("t1");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
    const start = (stream: ReadableStreamDefaultController) => {
      signal?.addEventListener("abort", () => stream.error(signal.reason));
      setTimeout(() => {
        if (signal?.aborted) return;
        stream.enqueue(Buffer.from("PK"));
        stream.close();
      }, 60_000);
    };
    return new Response(new ReadableStream({ start }));
  });
  const pending = call(file, {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await pending).toMatchObject({ size: 2 });
  vi.useRealTimers();
});

test("[spec/errors:network] reports a missing reply with the code network", async () => {
  vi.stubGlobal("fetch", () => realFetch("http://127.0.0.1:1/"));
  await expect(call(open, {})).rejects.toMatchObject({ code: "network", status: 0 });
});
