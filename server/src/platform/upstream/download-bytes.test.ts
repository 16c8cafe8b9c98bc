import { expect, test } from "vitest";
import { neverRespond, openFakeUpstream } from "../../../test/services/fake-upstream.ts";
import { downloadBytes } from "./download-bytes.ts";

const LIMITS = { maxBytes: 10, timeoutMs: 60_000 };

test("a file is loaded whole, and refused if it is larger than the limit", async () => {
  const { url } = await openFakeUpstream((request, reply) =>
    reply.end(request.url === "/large" ? "x".repeat(11) : "x".repeat(10)),
  );
  expect(await downloadBytes(`${url}/small`, LIMITS)).toHaveLength(10);
  await expect(downloadBytes(`${url}/large`, LIMITS)).rejects.toThrow("more than 10 bytes");
});

test("redirects are not followed, and failures and silence are errors", async () => {
  const inside = await openFakeUpstream((_, reply) => reply.end("secret"));
  const { url } = await openFakeUpstream((request, reply) =>
    request.url === "/gone"
      ? reply.writeHead(404).end("none")
      : reply.writeHead(302, { location: inside.url }).end(),
  );
  await expect(downloadBytes(`${url}/away`, LIMITS)).rejects.toThrow("fetch failed");
  await expect(downloadBytes(`${url}/gone`, LIMITS)).rejects.toThrow("status 404");
  expect(inside.requests).toEqual([]);
  const silent = await openFakeUpstream(neverRespond);
  await expect(downloadBytes(silent.url, { ...LIMITS, timeoutMs: 50 })).rejects.toThrow("timeout");
});
