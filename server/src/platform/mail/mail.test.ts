import { once } from "node:events";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { type Context, type OutsideContext, transaction } from "../context.ts";
import { openJobQueue } from "../jobs/job-queue.ts";
import { listDevMail, pruneDevMail } from "./dev-mail.store.ts";
import { brandOf } from "../branding/brand.ts";
import { renderEmail } from "./render-email.ts";
import type { Email, MailHooks, OnDelivery } from "./mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";
import { createDevMailer } from "./open-mailer.ts";

const PATIENCE = { timeout: 18_000, interval: 20 };
const email: Email = {
  to: "ada@example.org",
  language: "en",
  subject: "Your code",
  paragraphs: [
    "Someone, hopefully you, is signing up with this address. Your code:",
    "It is valid for ten minutes.",
  ],
  code: "123456",
};

/** A real SMTP server on its own port (or on `port`) that stores what it receives. */
async function openSmtpServer({
  port = 0,
  ...options
}: SMTPServerOptions & { port?: number } = {}) {
  const emails: { from: string; to: string[]; secure: boolean; user: string; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    logger: false,
    ...options,
    onData(stream, { envelope, secure, user }, done) {
      const { mailFrom, rcptTo } = envelope;
      const envelopeData = {
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        secure,
      };
      let raw = "";
      stream.on("data", (chunk: Buffer) => (raw += chunk.toString()));
      stream.on("end", () => {
        emails.push({ ...envelopeData, user: String(user ?? ""), raw });
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= new Promise<void>((resolve) => server.close(() => resolve())));
  onTestFinished(close);
  const address = server.server.address();
  return { emails, close, port: address && typeof address === "object" ? address.port : port };
}

/** A context whose e-mails go to `url` as pg-boss jobs, retried after a second. */
async function openSender(url: string, hooks: MailHooks<Context> = {}) {
  const environment = { SMTP_URL: url, MAIL_FROM: "Commonlane <no-reply@example.org>" };
  const { ctx: bare, connection, logged } = await createTestContext(environment);
  const { mailer, worker, close } = createSmtpMailer(hooks);
  const workerWithRetry = { ...worker, job: { ...worker.job, retryAfterS: 1 } };
  const running = await openJobQueue(connection, [workerWithRetry], bare.log, { pollS: 0.5 });
  onTestFinished(async () => {
    await running.close();
    await close();
  });
  const ctx: OutsideContext = { ...bare, jobs: running.jobs, mail: mailer };
  await running.startWorkers(ctx);
  return { ctx, logged };
}

test("an e-mail is sent over SMTP after its transaction has committed, and never after a rollback", async () => {
  const smtpServer = await openSmtpServer();
  const { ctx } = await openSender(`smtp://127.0.0.1:${smtpServer.port}?ignoreTLS=true`);
  const failing = transaction(ctx, async (ctx) => {
    await ctx.mail.send(ctx, { ...email, to: "nobody@example.org" });
    throw new Error("changed its mind");
  });
  await expect(failing).rejects.toThrow("changed its mind");
  await transaction(ctx, (ctx) => ctx.mail.send(ctx, email));
  await vi.waitUntil(() => smtpServer.emails.length > 0, PATIENCE);
  expect(smtpServer.emails).toMatchObject([
    { from: "no-reply@example.org", to: ["ada@example.org"], secure: false },
  ]);
  const raw = smtpServer.emails[0]?.raw ?? "";
  expect(raw).toMatch(/^Subject: Your code\r?$/m);
  expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(raw).toContain("123456");
});

test("an e-mail with a mail server of its own goes through that one, from its sender", async () => {
  const present = await openSmtpServer();
  const old = await openSmtpServer();
  const { ctx } = await openSender(`smtp://127.0.0.1:${present.port}?ignoreTLS=true`);
  const through = {
    smtpUrl: `smtp://127.0.0.1:${old.port}?ignoreTLS=true`,
    mailFrom: "old@example.org",
  };
  await ctx.mail.send(ctx, { ...email, through }, email);
  await vi.waitUntil(() => old.emails.length > 0 && present.emails.length > 0, PATIENCE);
  expect([old.emails.length, present.emails.length]).toEqual([1, 1]);
  expect(old.emails[0]?.from).toBe("old@example.org");
});

test("an e-mail is delivered when the mail server is back after an outage", async () => {
  const stopped = await openSmtpServer();
  await stopped.close();
  const { ctx, logged } = await openSender(`smtp://127.0.0.1:${stopped.port}?ignoreTLS=true`);
  await ctx.mail.send(ctx, email);
  await vi.waitUntil(() => logged.some((line) => line.includes("a job failed")), PATIENCE);
  const restarted = await openSmtpServer({ port: stopped.port });
  await vi.waitUntil(() => restarted.emails.length > 0, PATIENCE);
  expect(restarted.emails).toHaveLength(1);
  expect(logged.join("")).not.toContain("ada@");
});

test("with user name and password it signs in, but only over an encrypted connection", async () => {
  const smtpServer = await openSmtpServer({
    authOptional: false,
    onAuth: ({ username, password }, session, done) =>
      session.secure && password === "p@ss"
        ? done(null, { user: username })
        : done(new Error("no")),
  });
  const { ctx } = await openSender(
    `smtp://commonlane:p%40ss@127.0.0.1:${smtpServer.port}?requireTLS=true&tls.rejectUnauthorized=false`,
  );
  await ctx.mail.send(ctx, email);
  await vi.waitUntil(() => smtpServer.emails.length > 0, PATIENCE);
  expect(smtpServer.emails).toMatchObject([{ secure: true, user: "commonlane" }]);
});

test("a self-signed certificate is not trusted unless the URL says so", async () => {
  const smtpServer = await openSmtpServer();
  // An address of this machine that is treated like another one.
  const { ctx, logged } = await openSender(`smtp://0.0.0.0:${smtpServer.port}?requireTLS=true`);
  await ctx.mail.send(ctx, email);
  await vi.waitUntil(() => logged.some((line) => line.includes("a job failed")), PATIENCE);
  expect(smtpServer.emails).toEqual([]);
  // The log says which certificate problem it was.
  expect(logged.join("")).toContain("ESOCKET CERT_HAS_EXPIRED");
});

test("a permanently refused e-mail is not retried, and the log does not name its recipient", async () => {
  let tries = 0;
  const smtpServer = await openSmtpServer({
    onRcptTo: (_, __, done) => {
      tries++;
      done(Object.assign(new Error("ada@example.org is unknown here"), { responseCode: 550 }));
    },
  });
  const { ctx, logged } = await openSender(`smtp://127.0.0.1:${smtpServer.port}?ignoreTLS=true`);
  await ctx.mail.send(ctx, email);
  await vi.waitUntil(() => logged.some((line) => line.includes("permanently refused")), PATIENCE);
  expect(tries).toBe(1);
  expect(logged.join("")).not.toContain("ada@");
});

/** A mail server that refuses each recipient the first time, with the reply of that number. */
async function openRefusingServer(replies: readonly (readonly [number, string])[]) {
  const tries = replies.map(() => 0);
  const smtpServer = await openSmtpServer({
    onRcptTo: ({ address }, _, done) => {
      const n = Number.parseInt(address, 10);
      const [responseCode, text] = replies[n] ?? [550, ""];
      const refusal = Object.assign(new Error(text), { responseCode });
      done((tries[n] = (tries[n] ?? 0) + 1) === 1 ? refusal : null);
    },
  });
  const { ctx, logged } = await openSender(`smtp://127.0.0.1:${smtpServer.port}?ignoreTLS=true`);
  const emails = replies.map((_, n) => ({ ...email, to: `${n}@example.org` }));
  await ctx.mail.send(ctx, ...emails);
  return { smtpServer, tries, logged };
}

test("a mail server that means a delay by a 5xx gets the e-mail again", async () => {
  const { smtpServer, tries } = await openRefusingServer([
    [550, "5.7.1 greylisted"],
    [550, "4.7.1 <ada@example.org>: Recipient address rejected: Policy"],
    [554, "5.7.1 Recipient address rejected: Graylisted, please come back in 300 seconds"],
    [550, "Sorry, you are not known here yet. Please try again later."],
    [550, "5.2.0 Temporarily deferred"],
  ]);
  await vi.waitUntil(() => smtpServer.emails.length === 5, PATIENCE);
  expect(tries).toEqual([2, 2, 2, 2, 2]);
});

test("a recipient that is refused for good is refused once", async () => {
  const { tries, logged } = await openRefusingServer([
    [550, "5.1.1 <ada@example.org>: Recipient address rejected: User unknown"],
    [550, "5.1.1 The account does not exist. Please check the address and try again later"],
    [554, "5.7.1 Relay access denied"],
    [552, "5.2.2 Mailbox full"],
  ]);
  const refused = () => logged.filter((line) => line.includes("permanently refused"));
  await vi.waitUntil(() => refused().length === 4, PATIENCE);
  expect(tries).toEqual([1, 1, 1, 1]);
});

test("a refusal that is not about the recipient is temporary: the account of the server, or the moment", async () => {
  let tries = 0;
  const smtpServer = await openSmtpServer({
    onMailFrom: (_, __, done) =>
      ++tries === 1
        ? done(Object.assign(new Error("5.7.1 Sender disabled"), { responseCode: 550 }))
        : done(),
  });
  const { ctx } = await openSender(`smtp://127.0.0.1:${smtpServer.port}?ignoreTLS=true`);
  await ctx.mail.send(ctx, email);
  await vi.waitUntil(() => smtpServer.emails.length > 0, PATIENCE);
  expect(tries).toBe(2);
});

test("an e-mail carries an unsubscribe link and a one-click unsubscribe, and its delivery status is reported", async () => {
  const smtpServer = await openSmtpServer({
    onRcptTo: ({ address }, _, done) =>
      address.startsWith("ada@")
        ? done()
        : done(Object.assign(new Error("unknown"), { responseCode: 550 })),
  });
  const deliveries = new Map<string, string | undefined>();
  const onDelivery: OnDelivery<Context> = async (_, ids, failure) =>
    ids.forEach((id) => deliveries.set(id, failure));
  const { ctx } = await openSender(`smtp://127.0.0.1:${smtpServer.port}?ignoreTLS=true`, {
    onDelivery,
  });
  const unsubscribe = {
    oneClick: "https://ride.example/api/stop?token=x",
    page: "https://ride.example/stop?token=x",
  };
  const accepted = crypto.randomUUID();
  const refused = crypto.randomUUID();
  await ctx.mail.send(ctx, { ...email, id: accepted, unsubscribe });
  await ctx.mail.send(ctx, { ...email, id: refused, to: "bob@example.org" });
  await vi.waitUntil(() => deliveries.size === 2, PATIENCE);
  expect(deliveries).toEqual(
    new Map([
      [accepted, undefined],
      [refused, "EENVELOPE RCPT TO 550"],
    ]),
  );
  const raw = smtpServer.emails[0]?.raw ?? "";
  expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/ride\.example\/api\/stop\?token=x>\r?$/m);
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  expect(raw).toContain(`Message-ID: <${accepted}@example.org>`);
  expect(raw.replaceAll("=\r\n", "")).toContain("https://ride.example/stop?token=3Dx");
});

test("without SMTP an e-mail is in the local mailbox as soon as its transaction commits, and not before", async () => {
  const { ctx: bare } = await createTestContext({ COMMUNITY_NAME: "Uni Köln" });
  const ctx = { ...bare, mail: createDevMailer() };
  await transaction(ctx, async (ctx) => {
    await ctx.mail.send(ctx, email);
    expect(await listDevMail(bare.db)).toEqual([]);
  });
  await ctx.mail.send(ctx, { ...email, to: "bob@example.org" });
  const all = await listDevMail(ctx.db);
  expect(all.map(({ to }) => to)).toEqual(["bob@example.org", "ada@example.org"]);
  const [stored] = await listDevMail(ctx.db, "ada@example.org");
  expect(stored).toMatchObject({ subject: "Your code", sentAt: ctx.now() });
  expect(stored?.text).toContain("123456");
  expect(stored?.text).toContain("Uni Köln");
});

test("the local mailbox keeps the newest thousand e-mails", async () => {
  const { ctx } = await createTestContext();
  const row = (number: number) => ({
    recipient: `p${number}@example.org`,
    subject: "",
    body_text: "",
    body_html: "",
    sent_at: ctx.now(),
  });
  for (const from of [0, 500, 1000]) {
    const rows = Array.from({ length: from === 1000 ? 3 : 500 }, (_, number) => row(from + number));
    await ctx.db.insertInto("dev_email").values(rows).execute();
  }
  await pruneDevMail(ctx.db);
  const { count } = await ctx.db
    .selectFrom("dev_email")
    .select((all) => all.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1000);
  expect((await listDevMail(ctx.db, "p1002@example.org")).length).toBe(1);
  expect(await listDevMail(ctx.db, "p2@example.org")).toEqual([]);
});

test("user text in an e-mail stays text: no second header, no markup", () => {
  const rendered = renderEmail(
    {
      to: "ada@example.org\r\nBcc: eve@example.org",
      language: "en",
      subject: "Hi\r\nBcc: eve@example.org",
      paragraphs: ['<script>alert("1")</script> & more'],
      action: { label: "Go", url: 'https://example.org/?a="><img src=x>' },
    },
    brandOf({ name: "A <b>community</b>", brandColor: null, logo: null }),
  );
  expect(rendered.subject).toBe("Hi Bcc: eve@example.org");
  expect(rendered.to).not.toMatch(/[\r\n]/);
  expect(rendered.html).not.toMatch(/<script|<img|<b>/);
  expect(rendered.text).toContain('<script>alert("1")</script> & more');
});
