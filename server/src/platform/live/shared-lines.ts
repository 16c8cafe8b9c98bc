import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { Agent, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Server } from "socket.io";

/** The processes of this machine that listen at the same port; each has a door for the others in `folder`, which nobody else may enter. */
export interface Neighbours {
  readonly own: number;
  readonly folder: string;
}

type Engine = Server["engine"];
/** What the engine answers for a line it does not know, after which a client begins anew. */
const UNKNOWN = JSON.stringify({ code: 1, message: "Session ID unknown" });

/**
 * A line that polls makes a connection for each poll, and any process may get it. Each line's id says which process holds
 * it, and what comes to another one is handed on, so that no balancer needs to know of lines.
 */
export async function shareLines(engine: Engine, http: FastifyInstance, { own, folder }: Neighbours): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  engine.generateId = () => `${own}.${randomBytes(15).toString("base64url")}`;
  engine.use((request: IncomingMessage, response: ServerResponse, proceed: () => void) => {
    const holder = holderOf(request.url ?? "");
    if (holder === undefined || holder === own) return proceed();
    const door = doorOf(folder, holder);
    if (request.headers.upgrade === undefined) handOn(request, response, door, agent);
    else joinUp(request, door);
  });

  const door = createServer((socket) => http.server.emit("connection", socket));
  await rm(doorOf(folder, own), { force: true });
  await new Promise<void>((open, fail) => {
    // Without `exclusive`, processes that share a port would share this, too.
    door.once("error", fail).listen({ path: doorOf(folder, own), exclusive: true }, open);
  });
  http.addHook("preClose", async () => {
    door.close();
    agent.destroy();
  });
}

const doorOf = (folder: string, process: number) => join(folder, `${process}.socket`);

/** Which process gave out the id of this line; nothing for a new one. */
function holderOf(url: string): number | undefined {
  const id = new URLSearchParams(url.split("?")[1]).get("sid");
  const [, holder] = /^(\d{1,9})\./.exec(id ?? "") ?? [];
  return holder === undefined ? undefined : Number(holder);
}

function handOn(request: IncomingMessage, response: ServerResponse, door: string, agent: Agent): void {
  const { method, url, headers } = request;
  const onward = ask({ socketPath: door, method, path: url, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on("error", () => response.destroy()).pipe(response);
  });
  onward.on("error", () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(400, { "content-type": "application/json" }).end(UNKNOWN);
  });
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}

/** From polling to a websocket: after the head, what one side says is the other's. */
function joinUp({ method, url, httpVersion, rawHeaders, socket }: IncomingMessage, door: string): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  const onward = connect(door, () => {
    onward.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.pipe(onward).pipe(socket);
  });
  onward.on("error", () => socket.destroy()).on("close", () => socket.destroy());
  socket.on("error", () => onward.destroy()).on("close", () => onward.destroy());
}
