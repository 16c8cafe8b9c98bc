import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { listenLocally } from "../services/listen-locally.ts";

export interface SeenRequest {
  readonly path: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A download server on this machine, with ranges and ETags; a path may have a handler of its own. */
export async function createExtractServer(files: Record<string, Buffer | Handler>) {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    seen.push({ path, range: request.headers.range, ifRange: header(request, "if-range") });
    const file = files[path];
    if (file === undefined) response.writeHead(404).end("Not found");
    else if (typeof file === "function") file(request, response);
    else serveFile(file, request, response);
  });
  const port = await listenLocally(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    seen,
    files,
    dropConnections: () => server.closeAllConnections(),
  };
}

export const etagOf = (bytes: Buffer): string =>
  `"${createHash("md5").update(bytes).digest("hex")}"`;

/** Answers like a usual file server. */
export function serveFile(bytes: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = answerFor(bytes, request);
  response.writeHead(status, headers).end(body);
}

/** Promises the whole file and sends its first `count` bytes; `dropConnections` ends the download. */
export function servePart(bytes: Buffer, count: number): Handler {
  return (request, response) => {
    const { status, headers, body } = answerFor(bytes, request);
    response.writeHead(status, headers);
    response.write(body.subarray(0, count));
  };
}

function answerFor(bytes: Buffer, request: IncomingMessage) {
  const etag = etagOf(bytes);
  if (request.headers["if-none-match"] === etag)
    return { status: 304, headers: { etag }, body: Buffer.alloc(0) };
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  if (from === 0 || header(request, "if-range") !== etag)
    return { status: 200, headers: { etag, "content-length": bytes.length }, body: bytes };
  if (from >= bytes.length) return { status: 416, headers: {}, body: Buffer.alloc(0) };
  const headers = {
    etag,
    "content-length": bytes.length - from,
    "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
  };
  return { status: 206, headers, body: bytes.subarray(from) };
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
