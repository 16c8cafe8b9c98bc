import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openTestRouter } from "../../../../test/app/test-endpoint-router.ts";

async function listening(): Promise<number> {
  const { http } = await openTestRouter([], () => {});
  return Number(new URL(await http.listen({ host: "127.0.0.1", port: 0 })).port);
}

test(
  "a slow sender is cut off within 10 seconds, in the head and in the body",
  { timeout: 15_000 },
  async () => {
    const port = await listening();
    const began = performance.now();
    const beginnings = [
      "POST /api/x HTTP/1.1\r\nhost: localhost\r\n",
      "POST /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n",
    ];
    const replies = beginnings.map(async (beginning) => {
      const socket = connect(port, "127.0.0.1").setEncoding("utf8");
      socket.write(beginning);
      const dribble = setInterval(() => socket.write("x-y: z\r\n"), 300);
      socket.on("error", () => {});
      const reply = await text(socket).catch(() => "");
      clearInterval(dribble);
      return reply;
    });
    const responses = await Promise.all(replies);
    for (const reply of responses) expect(reply).toMatch(/^(?:HTTP\/1.1 408 Request Timeout|$)/);
    // A timeout does not depend on the fields: the client may send the same request again.
    const [body] = responses.flatMap((reply) => reply.split("\r\n\r\n")[1] ?? []);
    expect(JSON.parse(body ?? "")).toMatchObject({ code: "request_timeout" });
    // Checks the guarantee, not the speed: the limit of 10 s plus the check interval.
    expect(performance.now() - began).toBeLessThan(11_500);
  },
);

test("invalid HTTP gets a plain reply without a stack trace", async () => {
  const port = await listening();
  for (const [requestText, status] of [
    ["SSH-2.0-OpenSSH\r\n\r\n", 400],
    // Two lengths, of which a proxy in front may use the other.
    [
      "POST /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    [
      "POST /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nabcde",
      400,
    ],
    [`GET / HTTP/1.1\r\nhost: localhost\r\na: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const socket = connect(port, "127.0.0.1").setEncoding("utf8");
    await once(socket, "connect");
    socket.write(requestText);
    const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain("x-content-type-options: nosniff");
    expect(JSON.parse(body)).toEqual({
      code: "invalid_input",
      error: expect.any(String),
      requestId: expect.any(String),
    });
  }
});
