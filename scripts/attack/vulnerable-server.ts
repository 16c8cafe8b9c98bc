import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import type { Target } from "./attack-types.ts";

/** Connections above this number get no reply, so holding them blocks the server. */
const MOST = 60;
/** A forgotten file. */
export const HIDDEN_FILES = ".git/config";

/** A server with the faults that the tools must find; it serves nothing else. */
export async function startVulnerableServer(): Promise<Target> {
  const db = new DatabaseSync(":memory:");
  db.exec(
    "create table ride (id integer primary key, note text); insert into ride (note) values ('to the sea')",
  );
  const pages: Readonly<
    Record<string, (said: string) => { status: number; type: string; body: string }>
  > = {
    "/": () => html(`<a href="/hello?name=Ada">hello</a> <a href="/rides?id=1">rides</a>`),
    // Planted: user input as HTML.
    "/hello": (said) => html(`<p>Hello ${said}</p>`),
    // Planted: user input as SQL.
    "/rides": (said) => {
      try {
        const rows = db.prepare(`select note from ride where id = ${said}`).all();
        return html(`<p>${JSON.stringify(rows)}</p>`);
      } catch (error) {
        return { status: 500, type: "text/plain", body: `[SQLITE_ERROR] ${String(error)}` };
      }
    },
    [`/${HIDDEN_FILES}`]: () => ({ status: 200, type: "text/plain", body: "[core]\n" }),
  };
  // Planted: waits for slow senders without a limit.
  const server = createServer({ headersTimeout: 0, requestTimeout: 0 }, ({ url = "/" }, reply) => {
    const { pathname, searchParams } = new URL(url, "http://weak");
    const { status, type, body } =
      pages[pathname]?.([...searchParams.values()][0] ?? "") ?? NOT_THERE;
    reply.writeHead(status, { "content-type": type }).end(body);
  });
  server.maxConnections = MOST;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The weak twin has no port.");
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    db.close();
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}

const NOT_THERE = { status: 404, type: "text/plain", body: "nothing" };
const html = (body: string) => ({
  status: 200,
  type: "text/html",
  body: `<!doctype html><body>${body}</body>`,
});
