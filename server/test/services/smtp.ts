import { once } from "node:events";
import { SMTPServer } from "smtp-server";

interface SmtpOptions {
  /** Offers STARTTLS with this certificate; without one there is no encryption. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** Accepts only clients that introduce themselves with such a name, and otherwise answers 421. */
  readonly acceptedNames?: RegExp;
}

/**
 * A mail server that records the recipients, the e-mails it accepted and the names by which clients introduced
 * themselves. It requires the password "right".
 */
export async function openSmtpServer({ certificate, acceptedNames }: SmtpOptions = {}) {
  const recipients: string[] = [];
  const emails: string[] = [];
  const names: string[] = [];
  const server = new SMTPServer({
    ...(certificate ? { ...certificate } : { disabledCommands: ["STARTTLS"] }),
    disableReverseLookup: true,
    allowInsecureAuth: true,
    closeTimeout: 50,
    logger: false,
    onAuth: ({ username, password }, _, done) =>
      password === "right"
        ? done(null, { user: username })
        : done(new Error("a secret of the mail server")),
    onMailFrom: (_, { hostNameAppearsAs }, done) => {
      names.push(hostNameAppearsAs);
      if (acceptedNames?.test(hostNameAppearsAs) ?? true) done();
      else done(Object.assign(new Error("Try again later"), { responseCode: 421 }));
    },
    onRcptTo: ({ address }, _, done) => {
      recipients.push(address);
      done();
    },
    onData: (stream, _, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        emails.push(Buffer.concat(parts).toString());
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  return {
    recipients,
    emails,
    names,
    port: address && typeof address === "object" ? address.port : 0,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
