import { i18n } from "@lingui/core";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#shared/session/token-source.ts";
import { fetchOfferedRequestIds } from "../ride-requests.queries.ts";
import { testId, testOffer, testRequest } from "../test-data.ts";

const id = testId;
const offer = (n: number, requestId: string) => ({
  ...testOffer({ id: id(n), requestId }),
  rideRequest: testRequest({ id: requestId }),
});

let requestedUrls: string[] = [];
let answers: (() => Response)[] = [];
const page = (items: unknown[], nextCursor: string | null) => () =>
  Response.json({ items, nextCursor });

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));
beforeEach(() => {
  setTokenSource({
    fresh: () => Promise.resolve("token"),
    renew: () => Promise.resolve(undefined),
    peek: () => undefined,
  });
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("fetch", (url: string) => {
    requestedUrls.push(url);
    const answer = answers.shift();
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("Failed to fetch"));
  });
});
afterEach(() => {
  [requestedUrls, answers] = [[], []];
  setTokenSource();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("[spec/7-requests:offered-ids] lists each request with an own offer once, across pages", async () => {
  answers = [
    page([offer(1, id(11)), offer(2, id(12))], "more"),
    page([offer(3, id(11)), offer(4, id(13))], null),
  ];
  expect(await fetchOfferedRequestIds()).toEqual([id(11), id(12), id(13)]);
  expect(requestedUrls).toEqual([
    "/api/rides/my-offers?limit=100",
    "/api/rides/my-offers?limit=100&cursor=more",
  ]);
});

test.each([
  ["no server answers", []],
  [
    "the server refuses",
    [() => Response.json({ code: "signed_out", error: "No authenticated user" }, { status: 401 })],
  ],
  ["the server breaks", [() => new Response("<html>", { status: 502 })]],
  ["the second page fails", [page([offer(1, id(11))], "more")]],
  ["what comes is no list", [() => Response.json({ items: [{ id: 1 }], nextCursor: null })]],
])("[spec/7-requests:offered-ids] returns an empty list if %s", async (_, responses) => {
  answers = responses;
  expect(await fetchOfferedRequestIds()).toEqual([]);
  expect(requestedUrls.length).toBeGreaterThan(0);
});
