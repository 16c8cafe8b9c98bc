import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { requestPublicHost } from "./request-public-host.ts";

/** A server of this machine that counts who connects to it. */
async function openLocalServer() {
  const server = createServer((socket) => {
    state.connections++;
    socket.destroy();
  }).listen(0);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const state = { connections: 0, port: typeof address === "object" ? (address?.port ?? 0) : 0 };
  return state;
}

const request = (url: string, isTrusted = false) =>
  requestPublicHost({ services: { fetch } }, new URL(url), {
    method: "GET",
    headers: {},
    maxBytes: 10,
    signal: AbortSignal.timeout(60_000),
    isTrusted,
  });

test("a name that resolves to this machine is not connected to, unless the operator trusts it", async () => {
  const local = await openLocalServer();
  const url = `https://localhost:${local.port}/`;
  await expect(request(url)).rejects.toThrow("This is not a public address.");
  expect(local.connections).toBe(0);
  await expect(request(url, true)).rejects.toThrow(/socket|ECONNRESET/);
  expect(local.connections).toBeGreaterThan(0);
});

test("no IP address is connected to, however it is written, and nothing without TLS", async () => {
  const local = await openLocalServer();
  const hosts = ["127.0.0.1", "[::1]", "2130706433", "0x7f.1", "0", "[::ffff:127.0.0.1]"];
  for (const host of hosts)
    for (const scheme of ["https", "http"])
      await expect(request(`${scheme}://${host}:${local.port}/`)).rejects.toThrow(
        "This is not a public address.",
      );
  const plain = request(`http://localhost:${local.port}/`);
  await expect(plain).rejects.toThrow("This is not a public address.");
  expect(local.connections).toBe(0);
});
