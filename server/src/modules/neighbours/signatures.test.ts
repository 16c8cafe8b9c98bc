import { createHash, createPrivateKey, verify } from "node:crypto";
import { httpbis } from "http-message-signatures";
import { expect, test } from "vitest";
import { hostRide, towns } from "../../../test/fixtures/rides.ts";
import {
  type Community,
  invite,
  listNeighbours,
  makeNeighbours,
  neighbourSearch,
  openCommunity,
} from "../../../test/fixtures/neighbours.ts";
import { openFakeUpstream, respondWith } from "../../../test/services/fake-upstream.ts";
import { getOwnKey, type OwnKey, readPublicKey } from "./own-key.ts";
import { toJourneyRequest, toJourneyUrl } from "./search-neighbours.ts";
import { signRequest } from "./signatures.ts";

/** RFC 9421, B.1.4 and B.2.6. */
const STANDARD_KEY = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----`;
const STANDARD_PUBLIC_KEY = "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs";
const STANDARD_REQUEST = {
  method: "POST",
  url: "https://example.com/foo?param=Value&Pet=dog",
  headers: {
    date: "Tue, 20 Apr 2021 02:07:55 GMT",
    "content-type": "application/json",
    "content-length": "18",
    "signature-input":
      'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    signature:
      "sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:",
  },
};

test("the library verifies the test vector of the standard", async () => {
  const key = readPublicKey(STANDARD_PUBLIC_KEY);
  const keyLookup = async () => ({
    verify: async (data: Buffer, signature: Buffer) => verify(null, data, key, signature),
  });
  expect(await httpbis.verifyMessage({ keyLookup }, STANDARD_REQUEST)).toBe(true);
  const changed = { ...STANDARD_REQUEST, url: "https://example.com/bar" };
  expect(await httpbis.verifyMessage({ keyLookup }, changed)).toBe(false);
});

/** A town that has approved the university, and what the university would ask it. */
async function openTown() {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  await makeNeighbours(uni, town);
  await hostRide(town.app, await town.app.createUser(), {
    isListed: true,
    stops: [towns.karlsruhe, towns.mainz],
  });
  const search = { ...neighbourSearch, seats: 1, walkM: 1000 };
  const request = toJourneyRequest(uni.app.ctx, search);
  const url = toJourneyUrl(`${town.url}/standard-covoiturage`, request);
  const ownKey = await getOwnKey(uni.app.ctx);
  const sign = (changes: { key?: OwnKey; url?: string; method?: string; at?: Date } = {}) => {
    const { key = ownKey, method = "GET", at = uni.app.clock.now } = changes;
    return signRequest(key, { method, url: changes.url ?? url }, at);
  };
  const statusOf = async (headers: Record<string, string>, sentUrl = url) =>
    (await fetch(sentUrl, { headers })).status;
  return { uni, town, url, sign, statusOf, ownKey };
}

const received = async (community: Community) =>
  (await listNeighbours(community)).items[0]?.searchesReceived;

test("[domain/neighbours:signed] a signed search is answered once, and the same request again is refused", async () => {
  const { town, sign, statusOf } = await openTown();
  const headers = await sign();
  expect(await statusOf(headers)).toBe(200);
  expect(await received(town)).toBe(1);
  expect(await statusOf(headers)).toBe(401);
});

test("[domain/neighbours:forged] a signature of another key, or of a changed request, is refused", async () => {
  const { sign, statusOf, url, ownKey } = await openTown();
  const thief = { ...ownKey, privateKey: createPrivateKey(STANDARD_KEY) };
  expect(await statusOf(await sign({ key: thief }))).toBe(401);
  expect(await statusOf(await sign(), url.replace("count=50", "count=49"))).toBe(401);
  expect(await statusOf(await sign({ method: "POST" }))).toBe(401);
  const { signature, ...unsigned } = await sign();
  expect(await statusOf(unsigned)).toBe(401);
  expect(await statusOf({ ...unsigned, signature: "garbage" })).toBe(401);
  expect(signature).toBeDefined();
});

test("[domain/neighbours:old] a signature is refused before and after its minute, with a minute for wrong clocks", async () => {
  const { uni, sign, statusOf } = await openTown();
  const at = (seconds: number) => new Date(uni.app.clock.now.getTime() + seconds * 1000);
  expect(await statusOf(await sign({ at: at(-110) }))).toBe(200);
  expect(await statusOf(await sign({ at: at(-130) }))).toBe(401);
  expect(await statusOf(await sign({ at: at(50) }))).toBe(200);
  expect(await statusOf(await sign({ at: at(70) }))).toBe(401);
});

test("[domain/neighbours:addressed] a request that was made for another community is refused", async () => {
  const { sign, statusOf, url, town } = await openTown();
  const elsewhere = await sign({ url: url.replace(town.url, "https://village.example") });
  expect(await statusOf(elsewhere)).toBe(401);
});

test("a community that is no neighbour, not yet or no longer, is refused", async () => {
  const { uni, town, statusOf, url } = await openTown();
  const village = await openCommunity("Village");
  const key = await getOwnKey(village.app.ctx);
  const request = { method: "GET", url };
  expect(await statusOf(await signRequest(key, request, village.app.clock.now))).toBe(401);

  await invite(village, town);
  expect(await statusOf(await signRequest(key, request, village.app.clock.now))).toBe(401);

  const [{ id } = { id: "" }] = (await listNeighbours(town)).items;
  await town.app.call("DELETE", `/administration/neighbours/${id}`, { as: town.administrator });
  const ownKey = await getOwnKey(uni.app.ctx);
  expect(await statusOf(await signRequest(ownKey, request, uni.app.clock.now))).toBe(401);
});

test("a message whose body was changed after signing is refused", async () => {
  const { uni, town, ownKey } = await openTown();
  const url = `${town.url}/open/neighbours`;
  const body = JSON.stringify({ action: "approve" });
  const headers = await signRequest(ownKey, { method: "POST", url, body }, uni.app.clock.now);
  const send = (sent: string) =>
    fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: sent,
    });
  expect((await send(JSON.stringify({ action: "end" }))).status).toBe(401);
  expect((await listNeighbours(town)).items).toHaveLength(1);
  expect((await send(body)).status).toBe(200);
});

/** Sends a signed message to a community, in the name of `sender`. */
async function sendMessage(town: Community, key: OwnKey, sender: string, action: string) {
  const url = `${town.url}/open/neighbours`;
  const body = JSON.stringify({ action });
  const signed = { method: "POST", url, body };
  const signature = await signRequest(
    { ...key, keyId: `${sender}#key` },
    signed,
    town.app.clock.now,
  );
  const headers = { ...signature, "content-type": "application/json" };
  return (await fetch(url, { ...signed, headers })).status;
}

/** A domain of a stranger, which says that it is a community with a logo. */
async function openStranger({ publicKey }: OwnKey) {
  const stranger = await openFakeUpstream((request, reply) =>
    respondWith({
      version: 1,
      url: stranger.url,
      name: "Stranger",
      logo: `${stranger.url}/logo.png`,
      areas: [],
      keys: [{ kty: "OKP", crv: "Ed25519", x: publicKey }],
    })(request, reply),
  );
  return stranger;
}

test("[domain/neighbours:asking] who asks again and again is heard once, and only at its own address; strangers write nothing to the audit log", async () => {
  const town = await openCommunity("Town");
  const key = await getOwnKey((await openCommunity("Uni")).app.ctx);
  const stranger = await openStranger(key);
  const statuses: number[] = [];
  for (const path of ["/a", "/b", "/a?b", "", "", ""])
    statuses.push(await sendMessage(town, key, stranger.url + path, "approve"));
  expect(statuses).toEqual([401, 401, 401, 200, 200, 200]);
  expect(await sendMessage(town, key, stranger.url, "end")).toBe(200);
  expect(await sendMessage(town, key, stranger.url, "approve")).toBe(200);

  const asked = "/.well-known/commonlane";
  expect(stranger.requests.map(({ url }) => url)).toEqual([asked, asked]);
  expect((await listNeighbours(town)).items).toMatchObject([
    { name: "Stranger", state: "incoming" },
  ]);
  const entries = town.app.db.selectFrom("audit_log_entry").select("call");
  expect(await entries.where("call", "like", "neighbours.%").execute()).toEqual([]);
});

test("[domain/neighbours:asking] of many strangers ten can ask, and none is asked for its logo", async () => {
  const town = await openCommunity("Town");
  const key = await getOwnKey((await openCommunity("Uni")).app.ctx);
  const statuses: number[] = [];
  for (let n = 0; n < 10; n++) {
    const { url, requests } = await openStranger(key);
    statuses.push(await sendMessage(town, key, url, "approve"));
    expect(requests).toHaveLength(1);
  }
  const late = await openStranger(key);
  statuses.push(await sendMessage(town, key, late.url, "approve"));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect(late.requests.map(({ url }) => url)).toEqual(["/.well-known/commonlane"]);
});

test("[domain/neighbours:one-lookup] a message with many signatures asks one other server at most", async () => {
  const town = await openCommunity("Town");
  const named = await openFakeUpstream(respondWith({}));
  const body = JSON.stringify({ action: "approve" });
  const createdS = Math.floor(town.app.clock.now.getTime() / 1000);
  const labels = Array.from({ length: 20 }, (_, n) => `sig${n}`);
  const parameters = `("@method" "@target-uri" "content-digest");created=${createdS};expires=${createdS + 60};nonce="0123456789abcdef";alg="ed25519";keyid="${named.url}#key";tag="commonlane-neighbour"`;
  const { status } = await fetch(`${town.url}/open/neighbours`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-digest": `sha-256=:${createHash("sha256").update(body).digest("base64")}:`,
      "signature-input": labels.map((label) => `${label}=${parameters}`).join(", "),
      signature: labels.map((label) => `${label}=:AAAA:`).join(", "),
    },
    body,
  });
  expect(status).toBe(401);
  expect(named.requests).toHaveLength(1);
});
