import { dirname } from "node:path";
import { type ProblemCode, problems, ProblemReply } from "@commonlane/contract/problem";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  recordSeatRequest,
  recordChat,
  recordOffer,
  type SecretReader,
  type Role,
} from "./test-users.ts";
import { HeapGrowth } from "./heap-growth.ts";
import { type FuzzState, createFuzzState } from "./fuzz-state.ts";
import { renderRequest, type SentRequest } from "./render-request.ts";
import {
  getEndpoint,
  type FuzzRequest,
  arbitraryRequests,
  arbitraryRequestsTo,
} from "./requests.ts";

/** Set by test-runs.ts; `FUZZ_REQUESTS=1000000 FUZZ_SEED=7` runs longer, with other requests. */
const REQUESTS = Number(process.env["FUZZ_REQUESTS"] ?? 1_200);
/** From this many requests on every endpoint must have succeeded once; fewer reach only most of them. */
const REACHES_ALL = 20_000;
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_260_101);
/** Number of parallel requests, as with several tabs or users. */
const PARALLEL = 8;
const SIGNED_OUT = 401;
/** For an endpoint that chance has missed. */
const MORE_ATTEMPTS = 300;
const REFILL_EVERY = 25 * PARALLEL;
/** From this many requests on the heap must not grow; fewer are not enough to judge. */
const LONG_RUN = 100_000;
const CHECK_EVERY = REFILL_EVERY * Math.ceil(REQUESTS / 30 / REFILL_EVERY);

test(
  `no request breaks the server or makes it leak: ${REQUESTS} requests generated from the contract`,
  { timeout: 120_000 + REQUESTS * 30 },
  async () => {
    const fuzzState = await createFuzzState();
    const outcomes = new Map<string, Set<string>>();
    const heap = new HeapGrowth();
    let sent = 0;
    const make = async (request: FuzzRequest) => {
      const { code } = await send(fuzzState, request);
      outcomes.set(request.name, (outcomes.get(request.name) ?? new Set()).add(code ?? "success"));
    };
    const together = fc.array(arbitraryRequests, { minLength: PARALLEL, maxLength: PARALLEL });
    const property = fc.asyncProperty(together, async (requests) => {
      if (sent % REFILL_EVERY === 0) await fuzzState.refill();
      if (REQUESTS >= LONG_RUN && sent % CHECK_EVERY === 0) heap.measure();
      sent += requests.length;
      await Promise.all(requests.map(make));
    });
    // Stops at the first failure: a smaller example would not reproduce it without the earlier requests.
    const result = await fc.check(property, {
      numRuns: REQUESTS / PARALLEL,
      seed: SEED,
      endOnFailure: true,
    });
    if (result.failed)
      throw new Error(
        `${String(result.errorInstance)} (seed ${SEED}, path ${result.counterexamplePath})`,
      );

    expect(sent).toBe(REQUESTS);
    const { isFlat, summary: said } = heap.verdict;
    if (REQUESTS >= LONG_RUN) process.stdout.write(`${sent} requests, heap: ${said}\n`);
    expect(isFlat || REQUESTS < LONG_RUN, `heap: ${said}`).toBe(true);
    // Requests that are always refused early would prove little.
    const isUnreached = (name: string) => !outcomes.get(name)?.has("success") && !CHAINED.has(name);
    // Chance misses a few of the many endpoints, so these get more attempts.
    if (REQUESTS >= REACHES_ALL)
      for (const name of [...getEndpoint.keys()].filter(isUnreached)) {
        await fuzzState.refill();
        const attempts = fc.sample(arbitraryRequestsTo(name), {
          numRuns: MORE_ATTEMPTS,
          seed: SEED,
        });
        for (const request of attempts) if (isUnreached(name)) await make(request);
      }
    const unreached = [...getEndpoint.keys()].filter(isUnreached);
    const maxUnreached = REQUESTS >= REACHES_ALL ? 0 : getEndpoint.size / 2;
    expect(unreached.length, `never succeeded: ${unreached.join(", ")}`).toBeLessThanOrEqual(
      maxUnreached,
    );
    const codes = new Set([...outcomes.values()].flatMap((codes) => [...codes]));
    const missingCodes = USE_CASE_CODES.filter((code) => !codes.has(code));
    expect(missingCodes.length, `left out: ${missingCodes.join(", ")}`).toBeLessThan(
      REQUESTS >= REACHES_ALL ? USE_CASE_CODES.length / 3 : USE_CASE_CODES.length,
    );
  },
);

/**
 * These need something from an e-mail after another request of the same user, or a full ride, which chance does not
 * produce.
 */
const CHAINED = new Set([
  "accountSettings.confirmEmailChange",
  "accountSettings.undoEmailChange",
  // These need the signature of a passkey, or a confirmation and then the code of an app.
  "passkeys.startRegistration",
  "passkeys.register",
  "passkeys.rename",
  "passkeys.remove",
  "passkeys.signIn",
  "secondFactor.setUp",
  "secondFactor.turnOn",
  "secondFactor.turnOff",
  "secondFactor.renewRecoveryCodes",
  "personalData.file",
  "profiles.photo",
  "notificationChannels.unsubscribeEmails",
  "standby.join",
  "standby.leave",
  // It needs a ride of the same user that matches the request in time; Mo, who stays, makes new offers at each refill.
  "offers.make",
  "tripSafety.follow",
  "tripSafety.unshare",
  "tripSafety.updatePosition",
  "trustedContacts.invitation",
  "trustedContacts.answer",
  "trustedContacts.remove",
  // These need the code of an earlier request for a mark.
  "trustMarks.renew",
  // There is an administrator already.
  "setup.checkKey",
  "setup.createAdministrator",
  // These need the version and revision that the editor of a text shows, or a picture that is large enough.
  "legal.publish",
  "legal.withdraw",
  "legal.version",
  "legal.text",
  "administration.setLogo",
  // These need what this app lacks: a provider that answers, a gateway for text messages, a region with paths, mail.
  "signInProviders.logo",
  "signInProviders.start",
  "signInProviders.startLink",
  "signInProviders.finish",
  "signInProviders.createAccount",
  "signInProviders.linkWithPassword",
  "signInProviders.finishWithCode",
  "signInProviders.sendEmailCode",
  "signInProviders.confirmEmail",
  "signInProviders.confirmLink",
  "signInProviders.unlink",
  "providerAdministration.check",
  "phoneVerification.sendCode",
  "phoneVerification.verify",
  "rides.walk",
  "administration.sendTestEmail",
]);
/** Refusals that only use cases can produce. Chance may miss some; each has its own test. */
const USE_CASE_CODES: ProblemCode[] = [
  "own_ride",
  "ride_full",
  "ride_over",
  "off_route",
  "already_requested",
  "own_request",
  "already_offered",
  "request_over",
  "window_missed",
  "status_already_set",
  "too_early",
  "not_yours",
  "not_shared",
  "rating_published",
  "pin_wrong",
  "credentials_wrong",
  "code_wrong",
  "idempotency_mismatch",
];

/** Sends one request and throws if the reply is not allowed. */
async function send(
  fuzzState: FuzzState,
  request: FuzzRequest,
): Promise<{ code: string | undefined }> {
  const { http: app, bugs } = fuzzState.app;
  const sent = renderRequest(fuzzState, request);
  // A parallel request may end a session.
  const stateBefore = { ...fuzzState, tokens: { ...fuzzState.tokens } };
  const reply = await app.inject(sent);
  const fail = (problem: string): never => {
    throw new Error(
      `${problem}: ${described(request, sent)} gave ${reply.statusCode} ${reply.body.slice(0, 500)}`,
    );
  };
  const bug = bugs.splice(0)[0];
  if (bug) fail(`The server has a bug, ${JSON.stringify(bug)}`);
  const refusalCode = Refusal.safeParse(parsed(reply.body)).data?.code;
  if (reply.statusCode >= 500 && !OTHERS_AWAY.has(refusalCode ?? "")) fail("The server failed");
  const leak = findLeak(
    stateBefore,
    request.role,
    sent,
    `${JSON.stringify(reply.headers)}${reply.body}`,
  );
  if (leak !== undefined) fail(`The reply leaks ${leak}`);

  const contentType = String(reply.headers["content-type"]);
  const isFile = /^(?:text\/calendar|application\/pdf)/.test(contentType);
  const body: unknown = isFile ? {} : (parsed(reply.body) ?? fail("The reply is not JSON"));
  if (reply.statusCode < 300) {
    await remember(fuzzState, request, reply.headers, body);
    if (request.isRepeated && request.key !== undefined) {
      const repeated = await app.inject(sent);
      // A parallel request may have ended the session.
      if (repeated.body !== reply.body && repeated.statusCode !== SIGNED_OUT)
        fail(
          `Repeated under the same key, it was answered by ${repeated.statusCode} ${repeated.body}`,
        );
    }
    return { code: undefined };
  }
  const { code } = Refusal.safeParse(body).data ?? fail("The refusal is not a ProblemReply");
  const status = Object.entries(problems).find(([problemCode]) => problemCode === code)?.[1].status;
  if (status !== reply.statusCode) fail(`The catalogue defines status ${status} for ${code}`);
  return { code };
}

/** The providers and neighbours that the fuzzer adds are at an address where nothing listens. */
const OTHERS_AWAY: ReadonlySet<string> = new Set<ProblemCode>([
  "provider_unavailable",
  "neighbour_unreachable",
]);

const Refusal = z.strictObject({
  ...ProblemReply.shape,
  error: z.string().min(1).max(300),
  requestId: z.uuid(),
});

/** Internal terms that no request contains. */
const INTERNAL_TERMS = [
  /\bat (?:async )?(?:\S+ \()?(?:file|node):/,
  /\.[jt]s:\d+/,
  /node_modules|kysely|argon2|pg-boss/i,
  /syntax error at|invalid input syntax|duplicate key|violates|out of range for type|does not exist/i,
  /password_hash|token_hash|rotation_key|private_jwk|world_[\da-f]{32}/,
  new RegExp(dirname(import.meta.dirname).replaceAll("/", "\\/")),
];

/** Returns what its caller has entered before, including other users' addresses. */
const ECHOES_INPUT = /^\/api\/trusted-contacts\b/;

const MODERATING = /^\/api\/(?:moderation|administration)\//;

/**
 * Secrets in a reply that neither the request contained nor its sender may know. A token in the body also identifies
 * its owner, and so does the refresh cookie, which Ada and Bob share.
 */
function findLeak(
  { secrets, tokens }: FuzzState,
  role: Role,
  { url, payload = "" }: SentRequest,
  reply: string,
) {
  const requestText = `${decoded(url)} ${String(payload)}`;
  const readers: SecretReader[] = [
    role,
    ...((role === "mo" || role === "ad") && MODERATING.test(url) ? (["moderator"] as const) : []),
    ...(["ada", "bob"] as const).filter(
      (user) => url.includes("/identity/refresh") || requestText.includes(tokens[user]),
    ),
  ];
  const wroteIt = (text: string) =>
    requestText.includes(text) || (ECHOES_INPUT.test(url) && text.includes("@"));
  const secret = secrets().find(
    ({ text, allowedReaders: mayKnow }) =>
      reply.includes(text) && !wroteIt(text) && !mayKnow.some((one) => readers.includes(one)),
  );
  return (
    secret?.text ??
    INTERNAL_TERMS.find((words) => words.test(reply) && !words.test(requestText))?.source
  );
}

/** Adds new records to the pools; signs users in again who have signed out. */
async function remember(
  fuzzState: FuzzState,
  { name, role }: FuzzRequest,
  headers: object,
  body: unknown,
): Promise<void> {
  const { pools, cookies } = fuzzState;
  if (MAY_SIGN_OUT.has(name)) await fuzzState.signIn(role);
  const { id, rideId, requestId, conversationId, nextCursor } = ReplyIds.parse(body);
  const { "set-cookie": cookie } = WithCookie.parse(headers);
  if (id !== undefined && name === "rides.host") pools.ride.push(id);
  if (id !== undefined && name === "rideRequests.post") pools["ride-request"].push(id);
  if (id !== undefined && name.startsWith("chat."))
    return recordChat(pools, name, id, conversationId);
  if (id !== undefined && name === "rideSeries.host") pools.series.push(id);
  if (id !== undefined && name === "ratings.give") pools.rating.push(id);
  if (id !== undefined && name === "rideTemplates.save") pools.template.push(id);
  if (id !== undefined && name === "moderation.hide") pools.hiding.push(id);
  if (id !== undefined && name === "community.createAnnouncement") pools.announcement.push(id);
  if (id !== undefined && name === "community.createInvite") pools.invite.push(id);
  if (id !== undefined && name.startsWith("meetingPoints.create")) pools["meeting-point"].push(id);
  if (id !== undefined && requestId !== undefined) recordOffer(pools, { id, requestId });
  else if (id !== undefined && rideId) recordSeatRequest(pools, { id, rideId });
  if (nextCursor) pools.cursor.push(nextCursor);
  const receivedCookies = [cookie ?? []].flat().flatMap((line) => line.split(";")[0] ?? []);
  cookies.push(
    ...receivedCookies.filter((one) => one.startsWith("commonlane_refresh=") && !one.endsWith("=")),
  );
}
/** Endpoints after which the caller may be signed out. */
const MAY_SIGN_OUT = new Set([
  "accounts.signOut",
  "accountSettings.endSession",
  "accountSettings.signOutEverywhere",
  "accountSettings.undoEmailChange",
  "personalData.deleteAccount",
  "auth.resetPassword",
]);
const ReplyIds = z.object({
  id: z.string().optional(),
  rideId: z.string().nullish(),
  requestId: z.string().optional(),
  conversationId: z.string().optional(),
  nextCursor: z.string().nullish(),
});
const WithCookie = z.object({
  "set-cookie": z.union([z.string(), z.array(z.string())]).optional(),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

function described({ role }: FuzzRequest, { method, url, headers, payload }: SentRequest): string {
  const { authorization: _, ...rest } = headers;
  return `${method} ${url} ${JSON.stringify(rest)} ${JSON.stringify(payload)} as ${role}`;
}
