import { createServer } from "node:http";
import { listenLocally } from "../../server/test/services/listen-locally.ts";

/** A gateway for text messages on this machine, which stores the messages instead of sending them. */
export async function openSmsGateway() {
  const texts: { to: string; text: string }[] = [];
  let status = 202;
  const server = createServer((request, reply) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      texts.push(JSON.parse(body));
      reply.writeHead(status).end();
    });
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}/send`,
    texts,
    fail: (isFailing: boolean) => void (status = isFailing ? 500 : 202),
    lastCode: () => /^\d{6}/.exec(texts.at(-1)?.text ?? "")?.[0] ?? "",
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
