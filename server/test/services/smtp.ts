import { once } from "node:events";
import { SMTPServer } from "smtp-server";

/** A mail server without encryption that requires the password "right" and records the recipients and e-mails it accepted. */
export async function openSmtpServer() {
  const recipients: string[] = [];
  const emails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    closeTimeout: 50,
    logger: false,
    onAuth: ({ username, password }, _, done) =>
      password === "right" ? done(null, { user: username }) : done(new Error("a secret of the mail server")),
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
    port: address && typeof address === "object" ? address.port : 0,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
