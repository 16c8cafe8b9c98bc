import { once } from "node:events";
import { createServer } from "node:http";
import { request } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { listenLocally } from "../services/listen-locally.ts";
import { startShippedNginx } from "./start-proxy.ts";

const NAME = "rides.example.org";
const BODY = JSON.stringify({ seats: 2 });

/** A server that breaks off once it has a request, as when its process is killed; counts the requests. */
async function startBreakingServer() {
  let taken = 0;
  const server = createTcpServer((socket) => {
    socket
      .on("error", () => {})
      .once("data", () => {
        taken++;
        socket.resetAndDestroy();
      });
  });
  const port = await listenLocally(server);
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${port}`, taken: () => taken };
}

/** A server that answers with the body it was sent. */
async function startEchoServer() {
  const server = createServer((incoming, reply) => {
    void text(incoming).then((body) => reply.end(`${incoming.method} ${incoming.url} ${body}`));
  });
  const port = await listenLocally(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return `http://127.0.0.1:${port}`;
}

function send(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      port,
      servername: NAME,
      rejectUnauthorized: false,
      method,
      path,
    };
    const call = request({ ...options, headers: { host: NAME, ...headers } }, (reply) => {
      text(reply).then(
        (body) => resolve(reply.statusCode === 200 ? body : String(reply.statusCode)),
        reject,
      );
    });
    call.on("error", reject).end(method === "GET" ? "" : BODY);
  });
}

test.for([
  ["GET", "/api/rides/7", {}, true],
  ["POST", "/api/rides/7/request", { "idempotency-key": "c0ffee: 1" }, true],
  ["POST", "/api/chat/conversations/7/messages", {}, true],
  ["POST", "/api/rides/7/request", {}, false],
  ["POST", "/api/rides/7/request", { "idempotency-key": "" }, false],
  ["POST", "/api/chat/conversations/7/messages/x", {}, false],
] as const)(
  "nginx sends %s %s with %o to another machine after one broke off: %o",
  async ([method, path, headers, repeated]) => {
    const breaking = await startBreakingServer();
    const { httpsPort } = await startShippedNginx(NAME, breaking.address, await startEchoServer());
    const answers = [];
    // In turn, so one of two goes to the breaking machine first.
    for (let n = 0; n < 2; n++) answers.push(await send(httpsPort, method, path, headers));
    const answered = `${method} ${path} ${method === "GET" ? "" : BODY}`;
    expect(answers.toSorted()).toEqual([repeated ? answered : "502", answered].toSorted());
    expect(breaking.taken()).toBe(1);
  },
);
