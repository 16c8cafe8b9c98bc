import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import {
  Agent,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from "node:http";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Server } from "socket.io";

/**
 * The processes of this machine that listen on the same port; each has a socket for the others in `folder`, which no
 * other user may enter.
 */
export interface SiblingProcesses {
  readonly ownId: number;
  readonly folder: string;
}

type Engine = Server["engine"];
/** The engine's reply for an unknown session, after which a client starts a new one. */
const UNKNOWN_SESSION = JSON.stringify({
  code: 1,
  message: "Session ID unknown",
});

/**
 * Routes requests of a live connection to its process. A polling client opens a TCP connection for each poll, and any
 * process may receive it. The session id names the owning process, and other processes forward to it, so that load
 * balancers need no sticky sessions.
 */
export async function routeStickySessions(
  engine: Engine,
  http: FastifyInstance,
  { ownId, folder }: SiblingProcesses,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  engine.generateId = () => `${ownId}.${randomBytes(15).toString("base64url")}`;
  engine.use((request: IncomingMessage, response: ServerResponse, proceed: () => void) => {
    const ownerId = ownerOf(request.url ?? "");
    if (ownerId === undefined || ownerId === ownId) return proceed();
    const siblingSocket = socketPathOf(folder, ownerId);
    if (request.headers.upgrade === undefined)
      forwardRequest(request, response, siblingSocket, agent);
    else forwardUpgrade(request, siblingSocket);
  });

  const siblingSocket = createServer((socket) => http.server.emit("connection", socket));
  await rm(socketPathOf(folder, ownId), { force: true });
  await new Promise<void>((open, fail) => {
    // Without `exclusive`, processes that share a port would share this socket, too.
    siblingSocket.once("error", fail).listen(
      {
        path: socketPathOf(folder, ownId),
        exclusive: true,
      },
      open,
    );
  });
  http.addHook("preClose", async () => {
    siblingSocket.close();
    agent.destroy();
  });
}

function socketPathOf(folder: string, process: number) {
  return join(folder, `${process}.socket`);
}

/** The process that created this session; undefined for a new one. */
function ownerOf(url: string): number | undefined {
  const id = new URLSearchParams(url.split("?")[1]).get("sid");
  const [, holder] = /^(\d{1,9})\./.exec(id ?? "") ?? [];
  return holder === undefined ? undefined : Number(holder);
}

function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  socketPath: string,
  agent: Agent,
): void {
  const { method, url, headers } = request;
  const forwarded = sendRequest(
    {
      socketPath: socketPath,
      method,
      path: url,
      headers,
      agent,
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", () => response.destroy()).pipe(response);
    },
  );
  forwarded.on("error", () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(400, { "content-type": "application/json" }).end(UNKNOWN_SESSION);
  });
  response.on("close", () => forwarded.destroy());
  request.pipe(forwarded);
}

/** Upgrades from polling to a WebSocket: after the head, bytes are piped in both directions. */
function forwardUpgrade(
  { method, url, httpVersion, rawHeaders, socket }: IncomingMessage,
  socketPath: string,
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  const forwarded = connect(socketPath, () => {
    forwarded.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.pipe(forwarded).pipe(socket);
  });
  forwarded.on("error", () => socket.destroy()).on("close", () => socket.destroy());
  socket.on("error", () => forwarded.destroy()).on("close", () => forwarded.destroy());
}
