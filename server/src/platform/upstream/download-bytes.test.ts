import { expect, test } from "vitest";
import { neverRespond, openFakeUpstream } from "../../../test/services/fake-upstream.ts";
import { downloadBytes } from "./download-public-file.ts";

const LIMITS = { maxBytes: 10, timeoutMs: 60_000 };

/** A community whose operator has named a source on this machine. */
const trusting = (...LOCAL_SOURCES: string[]) => ({
  settings: { PUBLIC_URL: "https://rides.example.org", LOCAL_SOURCES },
  community: { name: "Uni", supportEmail: "help@example.org" },
  services: { fetch },
});

test("a file is loaded whole, under our name, and refused if it is larger than the limit", async () => {
  const { url, requests } = await openFakeUpstream((request, reply) =>
    reply.end(request.url === "/large" ? "x".repeat(11) : "x".repeat(10)),
  );
  const ctx = trusting(url);
  expect(await downloadBytes(ctx, `${url}/small`, LIMITS)).toHaveLength(10);
  const agent = "Commonlane/1 (Uni; https://rides.example.org; help@example.org)";
  expect(requests[0]?.headers["user-agent"]).toBe(agent);
  const large = downloadBytes(ctx, `${url}/large`, LIMITS);
  await expect(large).rejects.toThrow("more than 10 bytes");
});

test("redirects are not followed, and failures and silence are errors", async () => {
  const inside = await openFakeUpstream((_, reply) => reply.end("secret"));
  const { url } = await openFakeUpstream((request, reply) =>
    request.url === "/gone"
      ? reply.writeHead(404).end("none")
      : reply.writeHead(302, { location: inside.url }).end(),
  );
  const silent = await openFakeUpstream(neverRespond);
  const ctx = trusting(url, inside.url, silent.url);
  await expect(downloadBytes(ctx, `${url}/away`, LIMITS)).rejects.toThrow("status 302");
  await expect(downloadBytes(ctx, `${url}/gone`, LIMITS)).rejects.toThrow("status 404");
  expect(inside.requests).toEqual([]);
  const late = downloadBytes(ctx, silent.url, { ...LIMITS, timeoutMs: 50 });
  await expect(late).rejects.toThrow("aborted");
});

test("[domain/transit:private-sources] nothing is loaded from this machine unless the operator named the source", async () => {
  const { url, requests } = await openFakeUpstream((_, reply) => reply.end("secret"));
  const ctx = trusting("http://127.0.0.1:1");
  await expect(downloadBytes(ctx, url, LIMITS)).rejects.toThrow("not a public address");
  expect(requests).toEqual([]);
});
