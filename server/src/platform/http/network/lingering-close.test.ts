import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp } from "../../../../test/app/test-app.ts";

const MEGABYTE = 1_000_000;
const JSON_TYPE = "content-type: application/json";

async function serve() {
  const { listen } = await createTestApp();
  const { port } = new URL(await listen());
  return async (): Promise<Socket> => {
    const socket = connect({ port: Number(port), host: "127.0.0.1" });
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    return socket;
  };
}

const requestHead = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, "host: localhost", ...headers, "", ""].join("\r\n");

/** Sends everything before it reads anything, as many clients and proxies do. */
async function sendAllThenRead(socket: Socket, head: string, body: Buffer): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write(head);
    socket.write(body, (error) => (error ? reject(error) : resolve()));
  });
  return (await text(socket)).split("\r\n", 1)[0] ?? "";
}

/** A body in chunks, whose size the server does not know before it has read it. */
const inChunks = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from(`${bytes.toString(16)}\r\n`),
    Buffer.alloc(bytes, " "),
    Buffer.from("\r\n0\r\n\r\n"),
  ]);

const SIGN_IN = "POST /api/identity/sign-in";
const PHOTO = "PUT /api/profiles/me/photo";

test.for([
  {
    refusal: "413 Payload Too Large",
    head: requestHead(SIGN_IN, JSON_TYPE, `content-length: ${9 * MEGABYTE}`),
    body: Buffer.alloc(9 * MEGABYTE, " "),
  },
  {
    refusal: "413 Payload Too Large",
    head: requestHead(SIGN_IN, JSON_TYPE, "transfer-encoding: chunked"),
    body: inChunks(9 * MEGABYTE),
  },
  {
    refusal: "401 Unauthorized",
    head: requestHead(PHOTO, "content-type: image/png", `content-length: ${5 * MEGABYTE}`),
    body: Buffer.alloc(5 * MEGABYTE),
  },
  {
    refusal: "401 Unauthorized",
    head: requestHead(PHOTO, "connection: close", `content-length: ${5 * MEGABYTE}`),
    body: Buffer.alloc(5 * MEGABYTE),
  },
  {
    refusal: "404 Not Found",
    head: requestHead("POST /api/nowhere", "connection: close", `content-length: ${5 * MEGABYTE}`),
    body: Buffer.alloc(5 * MEGABYTE),
  },
  {
    refusal: "431 Headers Too Large",
    head: `GET / HTTP/1.1\r\nhost: localhost\r\nx-filler: `,
    body: Buffer.alloc(MEGABYTE, "x"),
  },
])("a client that is still sending gets the answer $refusal", async ({ refusal, head, body }) => {
  const open = await serve();
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => sendAllThenRead(await open(), head, body)),
  );
  expect(new Set(answers)).toEqual(new Set([`HTTP/1.1 ${refusal}`]));
});

test("a client that is refused and sends without end is cut off", async () => {
  const open = await serve();
  const bytes = 100 * MEGABYTE;
  const head = requestHead(SIGN_IN, JSON_TYPE, `content-length: ${bytes}`);
  await expect(sendAllThenRead(await open(), head, Buffer.alloc(bytes))).rejects.toThrow(
    /EPIPE|ECONNRESET/,
  );
});
