import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { type Bench, type Figures, row, logProgress } from "./bench.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { serve, SERVER } from "./support/processes.ts";

const GUESSES = 10_000;
const SOCKETS = 1_000;
const EMAIL = "guessed@example.org";

/** How many of very many simultaneous guesses are compared with the code, if each comes from its own address. */
export const guesses: Bench = { name: "guesses", run: () => withTempFolder(measureIn) };

async function measureIn(folder: string): Promise<Figures> {
  const server = await serve(SERVER, {
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "1000",
    TRUST_PROXY: "1",
    CAPTCHA: "off",
    LOG_LEVEL: "error",
  });
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const answers = new Map<string, number>();
  try {
    const sendRequest = (path: string, body: object, n: number) =>
      post(agent, `${server.address}/api/auth/${path}`, body, n);
    await sendRequest("send-registration-otp", { email: EMAIL }, 0);
    const replies = await Promise.all(
      Array.from({ length: GUESSES }, (_, n) =>
        sendRequest(
          "verify-registration-otp",
          { email: EMAIL, otp: String(n).padStart(6, "0") },
          n + 1,
        ),
      ),
    );
    for (const answer of replies) answers.set(answer, (answers.get(answer) ?? 0) + 1);
  } finally {
    agent.destroy();
    await server.stop();
  }
  logProgress(
    `guesses: ${[...answers].map(([answer, count]) => `${count} × ${answer}`).join(", ")}`,
  );
  // A busy server closes connections that wait too long; those guesses were not compared either.
  const unanswered = [...answers].find(
    ([answer]) => !/^(?:200|400|408|429|503|ECONNRESET)/.test(answer),
  );
  if (unanswered) throw new Error(`A guess was answered ${unanswered[0]}.`);
  return {
    how: `${GUESSES} different guesses of one code sent at once over ${SOCKETS} sockets, each from a network address of its own and with every limit widened a thousandfold; how many were compared with the code; all others are told to wait.`,
    rows: [
      row("guesses compared with the code", answers.get("400 code_wrong") ?? 0, {
        unit: "",
        atMost: 5,
      }),
    ],
  };
}

/** The status and the problem's code. */
function post(agent: Agent, url: string, body: object, n: number): Promise<string> {
  const from = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": from },
      },
      (reply) => {
        text(reply).then(
          (json) => resolve(`${reply.statusCode} ${Problem.parse(JSON.parse(json)).code ?? ""}`),
          reject,
        );
      },
    );
    sent.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" ? resolve(error.code) : reject(error),
    );
    sent.end(JSON.stringify(body));
  });
}
const Problem = z.object({ code: z.string().optional() });
