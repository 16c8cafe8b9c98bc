import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { listenLocally } from "./listen-locally.ts";

export type RequestHandler = (request: IncomingMessage, reply: ServerResponse) => void;

/** A service on a real socket that replies as the test defines; `asked` holds the requests in order. */
export async function openFakeUpstream(handler: RequestHandler) {
  const requests: {
    method: string;
    url: string;
    headers: IncomingMessage["headers"];
    body: string;
  }[] = [];
  let currentHandler = handler;
  const server = createServer((request, reply) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      requests.push({
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        body,
      });
      currentHandler(request, reply);
    });
  });
  const port = await listenLocally(server);
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close,
    become: (next: RequestHandler) => void (currentHandler = next),
  };
}

export const respondWith =
  (response: unknown, status = 200): RequestHandler =>
  (_, reply) =>
    void reply
      .writeHead(status, { "content-type": "application/json" })
      .end(typeof response === "string" ? response : JSON.stringify(response));

/** Accepts the request and never replies. */
export const neverRespond: RequestHandler = () => undefined;
