import { expect, test, vi } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import {
  ADA,
  BOB,
  connect,
  openTestServer,
  PATIENCE,
  payload,
  publishTo,
  tokenOf,
} from "../../../test/fixtures/live-clients.ts";

test("pages of another site cannot open a connection, even with a valid token", async () => {
  const { address } = await openTestServer(
    await createTestContext({ PUBLIC_URL: "https://rides.example.org" }),
  );
  const knock = async (origin?: string) =>
    (
      await fetch(`${address}/live/?EIO=4&transport=polling`, {
        headers: origin === undefined ? {} : { origin },
      })
    ).status;
  for (const origin of ["https://evil.example", "null", "https://rides.example.org.evil.example"])
    expect([origin, await knock(origin)]).toEqual([origin, 403]);
  for (const origin of [undefined, address, "https://rides.example.org"])
    expect([origin, await knock(origin)]).toEqual([origin, 200]);
});

/** Number of accepted handshakes out of four, at a limit of two per minute and address. */
async function countAccepted(
  TRUST_PROXY: string | undefined,
  forwarded: (n: number) => string,
): Promise<number> {
  const settings = TRUST_PROXY === undefined ? {} : { TRUST_PROXY };
  const { address } = await openTestServer(await createTestContext(settings), 2 / 300);
  let passed = 0;
  for (const n of [1, 2, 3, 4]) {
    const headers = { "x-forwarded-for": forwarded(n) };
    const { status } = await fetch(`${address}/live/?EIO=4&transport=polling`, { headers });
    if (status === 200) passed++;
  }
  return passed;
}

test("handshakes are counted by the address that trusted proxies report, hop by hop, like requests", async () => {
  // Two proxies: the inner one reports the outer one, which reports the client.
  expect(await countAccepted("2", (n) => `198.51.100.${n}, 203.0.113.7`)).toBe(4);
  expect(await countAccepted("2", (n) => `10.0.0.${n}, 198.51.100.1, 203.0.113.7`)).toBe(2);
  expect(
    await countAccepted("127.0.0.0/8, 203.0.113.7", (n) => `198.51.100.${n}, 203.0.113.7`),
  ).toBe(4);
  // No proxy is trusted, or only others.
  for (const trusted of [undefined, "10.0.0.0/8"])
    expect(await countAccepted(trusted, (n) => `198.51.100.${n}`)).toBe(2);
});

test("no connection opens without a valid token", async () => {
  const { ctx, address, revoked } = await openTestServer();
  const revokedToken = tokenOf(ctx, ADA);
  revoked.add(revokedToken);
  for (const token of ["", "nonsense", revokedToken, "x".repeat(5000)]) {
    const client = connect(address, { token });
    await vi.waitUntil(() => client.ends.length > 0, PATIENCE);
    expect(client.ends).toEqual(["signed_out"]);
  }
});

test("the connection ends with its session, with its token, and with a token of another user", async () => {
  const { ctx, address } = await openTestServer();
  const sessionId = crypto.randomUUID();
  const otherSessionId = crypto.randomUUID();
  const ended = connect(address, { token: tokenOf(ctx, ADA, { sessionId }) });
  const stayingClient = connect(address, {
    token: tokenOf(ctx, ADA, { sessionId: otherSessionId }),
  });
  const expired = connect(address, { token: tokenOf(ctx, BOB, { expiresInS: 0 }) });
  const renewed = connect(address, { token: tokenOf(ctx, BOB, { expiresInS: 1 }) });
  const swapped = connect(address, { token: tokenOf(ctx, BOB) });
  await Promise.all([ended.synced(), stayingClient.synced(), renewed.synced(), swapped.synced()]);
  renewed.socket.emit("auth", { token: tokenOf(ctx, BOB) });
  swapped.socket.emit("auth", { token: tokenOf(ctx, ADA) });
  await publishTo(ctx, ADA, { type: "session.ended", sessionId });
  await vi.waitUntil(
    () => [ended, expired, swapped].every(({ ends }) => ends.length > 0),
    PATIENCE,
  );
  expect(ended.heard.map(({ type }) => type)).toEqual(["session.ended"]);
  await publishTo(ctx, ADA, payload(1));
  await publishTo(ctx, BOB, payload(2));
  await vi.waitUntil(
    () => stayingClient.heard.length === 1 && renewed.heard.length === 1,
    PATIENCE,
  );
  expect([stayingClient.ends, renewed.ends]).toEqual([[], []]);
});

test("a token that expires just after the handshake ends the connection", async () => {
  const { ctx, address, revoked } = await openTestServer();
  const token = tokenOf(ctx, ADA);
  const ada = connect(address, { token });
  await ada.synced();
  revoked.add(token);
  await vi.waitUntil(() => ada.ends.length > 0, PATIENCE);
  expect(ada.ends).toEqual(["io server disconnect"]);
});
