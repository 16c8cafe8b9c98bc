import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as sendRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";

/** What it does with a WebSocket: forward it, refuse it, or never answer. */
type Websockets = "pass" | "refuse" | "swallow";

/** A proxy as in some networks: it buffers every reply, and may not support WebSockets. */
export class BufferingProxy {
  /** The numbers of WebSockets it has forwarded and of polls it has answered. */
  readonly seen = { websockets: 0, polls: 0 };
  websockets: Websockets = "pass";
  readonly #server: Server;
  readonly #lines = new Set<Socket>();
  readonly #target: URL;
  #cut = false;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.on("upgrade", (request: IncomingMessage, socket: Socket) =>
      this.#upgrade(request, socket),
    );
  }

  static async before(target: string): Promise<BufferingProxy> {
    const proxy = new BufferingProxy(target);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get address(): string {
    const address = this.#server.address();
    if (typeof address !== "object" || address === null)
      throw new Error("The proxy does not listen.");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Breaks every live connection; none can open until `mend` is called. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#lines) socket.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.cut();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = "/", headers, socket } = request;
    if (url.startsWith("/live/")) this.#keep(socket);
    const onward = sendRequest(new URL(url, this.#target), { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        if (url.startsWith("/live/")) this.seen.polls++;
        response.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(parts));
      });
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  }

  #keep(line: Socket): void {
    if (this.#cut) line.destroy();
    if (this.#lines.has(line)) return;
    this.#lines.add(line);
    line.on("error", () => line.destroy()).on("close", () => this.#lines.delete(line));
  }

  #upgrade({ url, rawHeaders }: IncomingMessage, socket: Socket): void {
    this.#keep(socket);
    if (this.websockets === "refuse") {
      socket.end("HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
      return;
    }
    if (this.websockets === "swallow") return;
    this.seen.websockets++;
    const onward = connect(Number(this.#target.port), this.#target.hostname, () => {
      const lines = [`GET ${url} HTTP/1.1`];
      for (let at = 0; at + 1 < rawHeaders.length; at += 2)
        lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
      onward.write(`${lines.join("\r\n")}\r\n\r\n`);
      socket.pipe(onward).pipe(socket);
    });
    onward.on("error", () => socket.destroy()).on("close", () => socket.destroy());
    socket.on("close", () => onward.destroy());
  }
}
