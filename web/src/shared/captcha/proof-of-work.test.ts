import { captcha, type Challenge, ProofOfWork } from "@commonlane/contract/captcha";
import { endpoint } from "@commonlane/contract/endpoint";
import {
  type CaptchaAction,
  captchaActions,
  PROOF_OF_WORK_HEADER,
} from "@commonlane/contract/proof-of-work";
import { i18n } from "@lingui/core";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { call } from "../api/api-client.ts";
import { deriveKeyInJs } from "./derive-key.ts";
import { lazyProofSource } from "./lazy-proof-source.ts";
import { type ProofAnswer, setProofSource } from "./proof-source.ts";
import { prepareProof, sendWithProof } from "./proof-of-work.ts";

const SECRETS = { hmacSignatureSecret: "s", hmacKeySignatureSecret: "k" };
const guarded = endpoint({
  summary: "A call that wants a proof",
  method: "POST",
  path: "/guarded",
  access: "public",
  captcha: "sign-up",
  body: z.object({ name: z.string() }),
  reply: z.object({}),
});

/** Requests to the test server, and its replies to protected calls; by default it checks the proof. */
const requests: { path: string; proof: string | undefined; body: string }[] = [];
let answers: string[] = [];
let challengeDifficulties: (string | null)[] = [];
let isCaptchaOff = false;
let isOffline = false;
// Proofs are reused between calls, so every test has its own action or uses up the proof it prepared.
const errorLog = vi.spyOn(console, "error").mockReturnValue();

async function newChallenge(action: CaptchaAction): Promise<Challenge> {
  const data = { action, expiresAt: 2_000_000_000, keys: 20, difficulty: 1, of: "here" };
  const created = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: 10,
    counter: 12,
    data,
    deriveKey,
    ...SECRETS,
  });
  const { keySignature = "" } = created.parameters;
  return {
    parameters: { ...created.parameters, keySignature, data },
    signature: created.signature ?? "",
  };
}

const refusal = (answer: string) => {
  const details =
    answer === "too easy" ? { code: "captcha_over", current: { difficulty: 4 } } : { code: answer };
  return Response.json(
    { ...details, error: "Please try again.", requestId: "r1" },
    { status: 400 },
  );
};

async function fakeFetch(
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string },
) {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const proof = headers[PROOF_OF_WORK_HEADER];
  requests.push({ path: pathname, proof, body: body ?? "" });
  if (isOffline) throw new TypeError("Failed to fetch");
  if (pathname !== "/api/captcha/challenge") {
    const code = answers.shift();
    return code === undefined ? Response.json({}) : refusal(code);
  }
  const action = z.enum(captchaActions).parse(searchParams.get("action"));
  challengeDifficulties.push(searchParams.get("difficulty"));
  return Response.json(
    captcha.challenge.reply.parse({
      challenge: isCaptchaOff ? null : await newChallenge(action),
      validS: 600,
    }),
  );
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  vi.stubGlobal("fetch", fakeFetch);
  setProofSource(lazyProofSource);
});
afterEach(async () => {
  [isCaptchaOff, isOffline, answers] = [false, false, []];
  await call(guarded, { body: { name: "" } });
  requests.length = 0;
  challengeDifficulties = [];
  errorLog.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setProofSource();
});

const send = () => call(guarded, { body: { name: "Ada" } });
const paths = () => requests.map(({ path }) => path.replace("/api/", ""));
const proofs = () =>
  requests.flatMap(({ path, proof }) => (path.endsWith("guarded") ? [proof] : []));

async function isGood(text: string | undefined): Promise<boolean> {
  const { challenge, solution } = ProofOfWork.parse(JSON.parse(atob(text ?? "")));
  return (await verifySolution({ challenge, solution, deriveKey, ...SECRETS })).verified;
}

test("sends a new proof with each protected call", async () => {
  await send();
  await send();
  expect(paths()).toEqual(["captcha/challenge", "guarded", "captcha/challenge", "guarded"]);
  const [first, second] = proofs();
  expect(await isGood(first)).toBe(true);
  expect(await isGood(second)).toBe(true);
  expect(first).not.toBe(second);
});

test("starts the work once when the form opens, before the call", async () => {
  prepareProof("sign-up");
  lazyProofSource.prepareProof("sign-up");
  prepareProof("sign-up");
  await send();
  expect(paths()).toEqual(["captcha/challenge", "guarded"]);
});

test("replaces an expired proof before it is rejected", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  prepareProof("sign-up");
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  await send();
  prepareProof("sign-up");
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  vi.setSystemTime(571_000);
  await send();
  expect(paths()).toEqual([
    "captcha/challenge",
    "guarded",
    "captcha/challenge",
    "captcha/challenge",
    "guarded",
  ]);
});

test.each(["captcha_missing", "captcha_wrong", "captcha_over"])(
  "after %s, repeats the call once with another proof",
  async (code) => {
    answers = [code];
    await send();
    expect(new Set(proofs()).size).toBe(2);
    expect(requests.filter(({ path }) => path.endsWith("guarded")).map(({ body }) => body)).toEqual(
      Array(2).fill('{"name":"Ada"}'),
    );
    expect(errorLog).not.toHaveBeenCalledWith("call failed", expect.anything());
  },
);

test("after a valid proof that was too easy, repeats the call once with the work the server asks for", async () => {
  answers = ["too easy"];
  await send();
  expect(challengeDifficulties).toEqual([null, "4"]);
  await send();
  expect(challengeDifficulties).toEqual([null, "4", null]);
});

test("reports a second rejection, and other errors immediately", async () => {
  answers = ["captcha_over", "captcha_over"];
  await expect(send()).rejects.toMatchObject({
    code: "captcha_over",
    message: "Please try again.",
  });
  expect(proofs()).toHaveLength(2);
  answers = ["invalid_input"];
  await expect(send()).rejects.toMatchObject({ code: "invalid_input" });
  expect(proofs()).toHaveLength(3);
});

test("reports an unreachable server, and starts over on the next attempt", async () => {
  isOffline = true;
  prepareProof("sign-up");
  await expect(send()).rejects.toMatchObject({ code: "network" });
  isOffline = false;
  await send();
  expect(await isGood(proofs().at(-1))).toBe(true);
});

test("keeps the proof for the next attempt if the caller aborts", async () => {
  const leaving = new AbortController();
  const neverCalledSend = vi.fn<() => Promise<ProofAnswer>>();
  const waiting = sendWithProof("sign-up", neverCalledSend, leaving.signal);
  leaving.abort(new Error("left"));
  await expect(waiting).rejects.toThrow("left");
  expect(neverCalledSend).not.toHaveBeenCalled();
  await send();
  expect(paths()).toEqual(["captcha/challenge", "guarded"]);
});

test("sends no proof if the server requires none", async () => {
  isCaptchaOff = true;
  await send();
  expect(proofs()).toEqual([undefined]);
});

test("computes the same key without Web Crypto", async () => {
  const { parameters } = await newChallenge("sign-up");
  const salt = new Uint8Array([1, 2]);
  const password = new Uint8Array([3, 4, 5]);
  const derivedInJs = await deriveKeyInJs(parameters, salt, password);
  const derivedInNode = await deriveKey(parameters, salt, password);
  expect(Buffer.from(derivedInJs.derivedKey).toString("hex")).toBe(
    Buffer.from(derivedInNode.derivedKey).toString("hex"),
  );
  await expect(
    deriveKeyInJs({ ...parameters, algorithm: "SHA-256" }, salt, password),
  ).rejects.toThrow("not supported");
});
