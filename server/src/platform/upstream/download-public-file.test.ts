import { expect, test } from "vitest";
import { neverRespond, openFakeUpstream } from "../../../test/services/fake-upstream.ts";
import { PrivateAddressError } from "./public-addresses.ts";
import { downloadPublicFile } from "./download-public-file.ts";

const LIMITS = { accept: "*/*", maxBytes: 10, timeoutMs: 60_000 };
/** A community of this machine, which may call others there. */
const LOCAL = {
  settings: { PUBLIC_URL: "http://localhost:4100" },
  community: { name: "Rides", supportEmail: "support@rides.example" },
  services: { fetch },
};

test("follows redirects to where a file is, also relative ones", async () => {
  const files = await openFakeUpstream((_, reply) => reply.end("places"));
  const portal = await openFakeUpstream((request, reply) => {
    const location = request.url === "/latest" ? "/moved" : `${files.url}/file.csv`;
    reply.writeHead(302, { location }).end();
  });
  const bytes = await downloadPublicFile(LOCAL, `${portal.url}/latest`, LIMITS);
  expect(bytes.toString()).toBe("places");
});

test.each([
  ["a private address", "https://10.0.0.1/file.csv"],
  ["an address without encryption", "http://example.org/file.csv"],
  ["a file of the server", "file:///etc/passwd"],
])("does not follow a redirect to %s", async (_, location) => {
  const portal = await openFakeUpstream((__, reply) => reply.writeHead(302, { location }).end());
  const download = downloadPublicFile(LOCAL, portal.url, LIMITS);
  await expect(download).rejects.toThrow(PrivateAddressError);
  expect(portal.requests).toHaveLength(1);
});

test("gives up a file that is too large, refused, silent or redirected in a circle", async () => {
  const upstream = await openFakeUpstream((request, reply) => {
    if (request.url === "/large") reply.end("x".repeat(11));
    else if (request.url === "/circle") reply.writeHead(302, { location: "/circle" }).end();
    else reply.writeHead(404).end("none");
  });
  const from = (path: string) => downloadPublicFile(LOCAL, `${upstream.url}${path}`, LIMITS);
  await expect(from("/large")).rejects.toThrow("more than 10 bytes");
  await expect(from("/none")).rejects.toThrow("status 404");
  await expect(from("/circle")).rejects.toThrow("more than 5 times");
  const silent = await openFakeUpstream(neverRespond);
  const late = downloadPublicFile(LOCAL, silent.url, { ...LIMITS, timeoutMs: 50 });
  await expect(late).rejects.toThrow("aborted");
});

test("a community on the internet calls no server of its own machine", async () => {
  const inside = await openFakeUpstream((_, reply) => reply.end("secret"));
  const community = { ...LOCAL, settings: { PUBLIC_URL: "https://rides.example" } };
  await expect(downloadPublicFile(community, inside.url, LIMITS)).rejects.toThrow("public address");
  expect(inside.requests).toEqual([]);
});
