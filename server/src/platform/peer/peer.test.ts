import { expect, test } from "vitest";
import { z } from "zod";
import { openPeer, saying, silent } from "../../../test/peers.ts";
import { openLog } from "../log.ts";
import { readSettings } from "../settings.ts";
import { Peer, PeerAway, type PeerManners, PeerRefused } from "./peer.ts";
import { userAgentOf } from "./user-agent.ts";

const Said = z.object({ ok: z.boolean() });
const TRIES = 2;
const BREAKS_AFTER = 5;
const LONG_MS = 60_000;

function peerAt(url: string, manners: Partial<PeerManners> = {}) {
  const lines: string[] = [];
  const log = openLog("debug", { write: (line) => void lines.push(line) });
  const peer = new Peer({ name: "test", url, userAgent: "Commonlane/1 (test)", timeoutMs: LONG_MS, ...manners }, log);
  return { ask: (path = "/it") => peer.ask(path, Said), peer, lines };
}

test("[issue4/peer:asks] it asks below the address that was set, says who it is, and reads what was agreed", async () => {
  const { url, asked } = await openPeer(saying({ ok: true, more: 1 }));
  const { peer } = peerAt(`${url}/maps/`);
  expect(await peer.ask("/it?a=1", Said)).toEqual({ ok: true });
  expect(await peer.ask("/it", Said, { question: 1 })).toEqual({ ok: true });
  expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["GET", "/maps/it?a=1", ""],
    ["POST", "/maps/it", '{"question":1}'],
  ]);
  expect(asked[0]?.headers["user-agent"]).toBe("Commonlane/1 (test)");
});

test("[issue4/peer:retry] one failure is made good by a second try; rubbish and 500s are failures", async () => {
  for (const failure of [
    saying("", 500),
    saying("<html>", 200),
    saying({ ok: "yes" }),
    saying("[", 200),
    saying("", 429),
  ]) {
    const peer = await openPeer((request, reply) => {
      peer.become(saying({ ok: true }));
      failure(request, reply);
    });
    expect(await peerAt(peer.url).ask()).toEqual({ ok: true });
    expect(peer.asked).toHaveLength(TRIES);
  }
});

test("[ours/peer:no-redirect] whoever sends it elsewhere is not followed", async () => {
  const elsewhere = await openPeer(saying({ ok: true }));
  const { url } = await openPeer((_, reply) => void reply.writeHead(307, { location: elsewhere.url }).end());
  await expect(peerAt(url).ask()).rejects.toBeInstanceOf(PeerAway);
  expect(elsewhere.asked).toEqual([]);
});

test("[issue4/peer:refused] who refuses is not asked again, and is not taken for dead", async () => {
  const { url, asked } = await openPeer(saying({ code: "NoRoute" }, 400));
  const { ask } = peerAt(url);
  for (let n = 0; n < 2 * BREAKS_AFTER; n++) {
    await expect(ask()).rejects.toMatchObject({ status: 400, body: { code: "NoRoute" } });
  }
  await expect(ask()).rejects.toBeInstanceOf(PeerRefused);
  expect(asked).toHaveLength(2 * BREAKS_AFTER + 1);
});

test("[issue4/peer:timeout] whoever hangs is given up after the time-out, also in the middle of an answer", async () => {
  const hanging = await openPeer(silent);
  await expect(peerAt(hanging.url, { timeoutMs: 30 }).ask()).rejects.toBeInstanceOf(PeerAway);
  expect(hanging.asked).toHaveLength(TRIES);
  const halfway = await openPeer((_, reply) => void reply.writeHead(200).write('{"ok":'));
  await expect(peerAt(halfway.url, { timeoutMs: 100 }).ask()).rejects.toBeInstanceOf(PeerAway);
});

test("[issue4/peer:breaker] after failures in a row it is left alone, and asked again after a rest", async () => {
  const peer = await openPeer(saying("", 503));
  const { ask, lines } = peerAt(peer.url, { restMs: 50 });
  for (let n = 0; n < 10; n++) await expect(ask()).rejects.toBeInstanceOf(PeerAway);
  expect(peer.asked.length).toBeLessThan(20);
  peer.become(saying({ ok: true }));
  // However late the machine is, it is asked again some time after the rest.
  await expect.poll(() => ask().catch(() => undefined), { timeout: 10_000 }).toEqual({ ok: true });
  expect(lines.join("")).toContain("left alone for a while");
  expect(lines.join("")).toContain("answers again");
});

test("[issue4/peer:breaker] while it is left alone nothing is sent", async () => {
  const peer = await openPeer(silent);
  const { ask } = peerAt(peer.url, { timeoutMs: 20, restMs: LONG_MS });
  for (let n = 0; n < BREAKS_AFTER; n++) await expect(ask()).rejects.toBeInstanceOf(PeerAway);
  const { length } = peer.asked;
  expect(length).toBe(BREAKS_AFTER);
  for (let n = 0; n < 20; n++) await expect(ask()).rejects.toThrow("left alone");
  expect(peer.asked).toHaveLength(length);
});

test("[issue4/peer:bounded] an answer without end is not read to the end, and no more is asked at once than is set", async () => {
  const endless = await openPeer((_, reply) => {
    reply.on("error", () => undefined).writeHead(200);
    const more = () => {
      while (!reply.destroyed && reply.write(Buffer.alloc(1_000_000, " ")));
      if (!reply.destroyed) reply.once("drain", more);
    };
    more();
  });
  await expect(peerAt(endless.url).ask()).rejects.toBeInstanceOf(PeerAway);
  const peer = await openPeer(silent);
  const { ask } = peerAt(peer.url);
  const all = Array.from({ length: 100 }, () => ask().catch((error: unknown) => String(error)));
  expect(await Promise.race(all)).toContain("Too much is asked of it at once");
  await expect.poll(() => peer.asked.length, { timeout: 10_000 }).toBe(16);
  await peer.close();
  await Promise.all(all);
});

test("[issue4/peer:nobody] where nobody listens, that is said in no more than a word", async () => {
  const peer = await openPeer(silent);
  await peer.close();
  const { ask, lines } = peerAt(peer.url);
  await expect(ask("/route?lat=47.1234")).rejects.toBeInstanceOf(PeerAway);
  expect(lines.join("")).not.toContain("47.1234");
});

test("[issue4/peer:user-agent] the User-Agent names the community, its address and whom to write to", () => {
  const settings = readSettings({
    COMMUNITY_NAME: "Uni Köln 乗り合い",
    PUBLIC_URL: "https://rides.example.org",
    SUPPORT_EMAIL: "help@example.org",
  });
  expect(userAgentOf(settings)).toBe("Commonlane/1 (Uni Koln ; https://rides.example.org; help@example.org)");
});
