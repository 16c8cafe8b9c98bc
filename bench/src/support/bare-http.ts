import { once } from "node:events";
import { connect, type Socket } from "node:net";

interface Call {
  readonly bytes: Buffer;
  readonly answered: (status: number) => void;
  readonly failed: (error: Error) => void;
}
const HEAD_END = "\r\n\r\n";

/**
 * HTTP/1.1 over a few connections that stay open, one call at a time on each, reading only the status of a reply:
 * Node's own client would use as much of the machine as the measured server.
 */
export class BareHttp {
  readonly #host: string;
  readonly #idle: Connection[] = [];
  readonly #waiting: Call[] = [];

  private constructor(host: string) {
    this.#host = host;
  }

  static async open(address: string, connections: number): Promise<BareHttp> {
    const { host, hostname, port } = new URL(address);
    const http = new BareHttp(host);
    for (let n = 0; n < connections; n++) {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, "connect");
      http.#idle.push(new Connection(socket, (connection) => http.#next(connection)));
    }
    return http;
  }

  /** Posts JSON and returns the status. @throws if the connection breaks. */
  post(
    path: string,
    token: string,
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    const lines = [
      `POST ${path} HTTP/1.1`,
      `host: ${this.#host}`,
      `authorization: Bearer ${token}`,
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    return new Promise((answered, failed) => {
      this.#waiting.push({
        bytes: Buffer.from(lines.join("\r\n") + HEAD_END + body),
        answered,
        failed,
      });
      const connection = this.#idle.pop();
      if (connection) this.#next(connection);
    });
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
  }

  #next(connection: Connection): void {
    const call = this.#waiting.shift();
    if (call) connection.send(call);
    else this.#idle.push(connection);
  }
}

class Connection {
  readonly #socket: Socket;
  #call: Call | undefined;
  #text = "";

  constructor(socket: Socket, isFree: (connection: Connection) => void) {
    this.#socket = socket;
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      this.#text += chunk;
      const call = this.#call;
      const status = call && statusOf(this.#text);
      if (!call || status === undefined) return;
      this.#call = undefined;
      this.#text = "";
      call.answered(status);
      isFree(this);
    });
    socket.on("error", (error) => this.#call?.failed(error));
    socket.on("close", () => this.#call?.failed(new Error("The connection was closed.")));
  }

  send(call: Call): void {
    this.#call = call;
    this.#socket.write(call.bytes);
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Undefined while the reply is incomplete. */
function statusOf(text: string): number | undefined {
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = text.slice(0, headEnd);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer without a length: ${head}`);
  return text.length < headEnd + HEAD_END.length + Number(length)
    ? undefined
    : Number(head.slice(9, 12));
}
