import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestApp } from "../../../../test/app/test-app.ts";
import type { Settings } from "#platform/settings.ts";

async function serve(settings: Partial<Settings> = {}) {
  const app = await createTestApp({ settings });
  const { port } = new URL(await app.listen());
  const open = async (from = "127.0.0.1"): Promise<Socket> => {
    const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: from });
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {});
    await once(socket, "connect");
    return socket;
  };
  return { ...app, port, open };
}

/** So many requests that no kernel buffer can hold the replies. */
const MANY_REQUESTS = `GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(40);

const lengthOf = (chunk: unknown): number => (Buffer.isBuffer(chunk) ? chunk.length : 0);

const ended = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once("error", (error: Error & { code?: string }) => resolve(error.code ?? "error"));
    socket.once("close", () => resolve("closed"));
  });

test(
  "a client that reads nothing is cut off within 10 seconds, one that reads steadily is not",
  { timeout: 90_000 },
  async () => {
    const { open, http } = await serve();
    const connections = promisify(http.server.getConnections.bind(http.server));
    const idle = await open();
    const patient = await open();
    const steady = await open();
    for (const socket of [idle, patient]) socket.pause();
    idle.write(MANY_REQUESTS);
    // So small that the kernel takes the whole reply, and Node considers it sent.
    patient.write(MANY_REQUESTS.slice(0, MANY_REQUESTS.length / 40));
    steady.write(MANY_REQUESTS);
    // Reads a part every half second, for longer than the time limit.
    let read = 0;
    const reading = setInterval(() => (read += lengthOf(steady.read())), 500);
    onTestFinished(() => clearInterval(reading));
    await vi.waitUntil(() => http.server.listening && read > 0, { timeout: 20_000 });
    expect(await connections()).toBe(3);
    await vi.waitUntil(async () => (await connections()) === 1, { timeout: 30_000, interval: 100 });
    const before = read;
    await vi.waitUntil(() => read > before, { timeout: 20_000 });
    expect(await connections()).toBe(1);
  },
);

test("a client that is refused and then neither sends nor closes is cut off within 10 seconds", async () => {
  const { http, port } = await serve();
  const connections = promisify(http.server.getConnections.bind(http.server));
  const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.write("POST /api/nowhere HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9000000\r\n\r\n");
  expect(await text(socket)).toContain("404 Not Found");
  expect(await connections()).toBe(1);
  await vi.waitUntil(async () => (await connections()) === 0, { timeout: 10_000, interval: 100 });
});

async function answer(socket: Socket): Promise<string> {
  socket.write("GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
  return (await text(socket)).slice(0, 12);
}

test("connections are limited per network, other networks still get in, and closed connections free their place", async () => {
  const { open, lines } = await serve({ RATE_LIMIT_FACTOR: 0.01 });
  const first = await Promise.all(Array.from({ length: 10 }, () => open("127.0.0.1")));
  const refused = await open("127.0.0.1");
  expect(await ended(refused)).toBe("closed");
  expect(await answer(await open("127.0.0.2"))).toBe("HTTP/1.1 200");
  expect(await answer(first[0] ?? refused)).toBe("HTTP/1.1 200");
  await expect.poll(async () => answer(await open("127.0.0.1"))).toBe("HTTP/1.1 200");
  expect(lines.filter(({ msg }) => msg === "refusing connections")).toMatchObject([
    { reason: "too many from one network" },
  ]);
});

test("connections from a trusted proxy are limited only in total", async () => {
  const settings = { RATE_LIMIT_FACTOR: 0.01, MAX_CONNECTIONS: 20 };
  const proxied = await serve({ ...settings, TRUST_PROXY: "127.0.0.1" });
  const sockets = await Promise.all(Array.from({ length: 20 }, () => proxied.open()));
  const extra = await proxied.open();
  expect(await ended(extra)).toMatch(/closed|ECONNRESET/);
  expect(sockets.filter((socket) => socket.destroyed)).toEqual([]);
  // Another address is not a proxy.
  const direct = await serve({ ...settings, TRUST_PROXY: "127.0.0.9" });
  await Promise.all(Array.from({ length: 10 }, () => direct.open()));
  expect(await ended(await direct.open())).toMatch(/closed|ECONNRESET/);
});
