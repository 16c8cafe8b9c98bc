import { type Bench, createRandom, type Figures, median, row, logProgress } from "./bench.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { emailOf, fillAccounts } from "./support/fill-accounts.ts";
import { type Running, serve, SERVER } from "./support/processes.ts";

const TRIES = 5000;
/** As many refused sign-ins as strangers have in all for one account: one more would be answered by 429. */
const PER_ACCOUNT = 10;

/** What might reveal whether an e-mail address has an account. */
const questions = [
  {
    name: "sign-in",
    path: "/identity/sign-in",
    body: (email: string) => ({ email, password: "Not-the-one-1" }),
  },
  {
    name: "registration code",
    path: "/auth/send-registration-otp",
    body: (email: string) => ({ email }),
  },
  {
    name: "code for a new password",
    path: "/auth/send-forgot-password-email-otp",
    body: (email: string) => ({ email }),
  },
  {
    name: "verification letter",
    path: "/auth/resend-verification",
    body: (email: string) => ({ email }),
  },
] as const;
type Question = (typeof questions)[number];

/** Whether status, size or time distinguish a known e-mail address from an unknown one. */
export const enumeration: Bench = { name: "enumeration", run: () => withTempFolder(measureIn) };

async function measureIn(folder: string): Promise<Figures> {
  // Each address may receive one e-mail per minute, so each attempt needs its own.
  await fillAccounts(folder, TRIES / 2);
  const server = await serve(SERVER, {
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "1000",
    TRUST_PROXY: "1",
    CAPTCHA: "off",
    LOG_LEVEL: "error",
  });
  try {
    const rows = [];
    for (const question of questions) rows.push(await differenceOf(server, question));
    return {
      how: `${TRIES} calls of each kind, one after the other, half of them about e-mails with an account, in random order, each from an address of its own; the difference of the two medians. Status and bytes were compared each time.`,
      rows,
    };
  } finally {
    await server.stop();
  }
}

const random = createRandom(11);

async function differenceOf(server: Running, question: Question) {
  const tookMs = { known: [] as number[], unknown: [] as number[] };
  const answers = new Set<string>();
  const accounts = question.name === "sign-in" ? TRIES / 2 / PER_ACCOUNT : TRIES / 2;
  for (let n = 0; n < TRIES / 2; n++) {
    const kinds =
      random() < 0.5 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
    for (const kind of kinds) {
      const email = kind === "known" ? emailOf(n % accounts) : emailOf(1_000_000 + (n % accounts));
      const began = performance.now();
      const answer = await sendRequest(server, question, email, n);
      tookMs[kind].push(performance.now() - began);
      answers.add(answer);
    }
  }
  if (answers.size !== 1)
    throw new Error(`${question.name}: the answers differ: ${[...answers].join(" / ")}`);
  const difference = Math.abs(median(tookMs.known) - median(tookMs.unknown));
  logProgress(
    `${question.name}: ${median(tookMs.known).toFixed(3)} and ${median(tookMs.unknown).toFixed(3)} ms`,
  );
  return row(`${question.name}: known and unknown e-mail`, difference, {
    unit: "ms",
    digits: 3,
    atMost: 1,
  });
}

/** Status and body without the parts that differ in every reply. */
async function sendRequest(
  { address }: Running,
  { path, body }: Question,
  email: string,
  n: number,
): Promise<string> {
  const reply = await fetch(`${address}/api${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    },
    body: JSON.stringify(body(email)),
  });
  const text = (await reply.text()).replace(/"requestId":"[^"]+"/, "").replaceAll(email, "");
  const headers = [...reply.headers]
    .filter(([name]) => !["date", "x-request-id"].includes(name))
    // The secret of a cookie is random; its name, length and attributes are compared.
    .map(([name, value]) => [name, value.replace(/=[\w-]{43};/, "=secret;")]);
  return `${reply.status} ${text} ${JSON.stringify(headers)}`;
}
