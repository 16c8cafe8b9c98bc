import type { SettingsView } from "@commonlane/contract/administration";
import type { MailCertificate } from "@commonlane/contract/community-settings";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { createAdministrator } from "../../../test/fixtures/moderators.ts";
import { createCertificate, type TestCertificate } from "../../../test/services/certificates.ts";
import { openSmtpServer } from "../../../test/services/smtp.ts";

/** An address of this machine that does not count as one: what listens there is treated like another machine. */
const OTHER_MACHINE = "0.0.0.0";
const AT_OTHER_MACHINE = {
  host: OTHER_MACHINE,
  security: "starttls",
  user: "rides",
  password: "right",
};

interface TestResult {
  readonly failure: string | null;
  readonly certificate: MailCertificate | null;
  readonly name: string | null;
}

let selfSigned: TestCertificate;
beforeAll(async () => {
  selfSigned = await createCertificate({ name: "mail.example.org" });
});

const putSettings = (app: TestApp, as: TestUser, body: object) =>
  app.call<SettingsView>("PUT", "/administration/settings", { as, body });
const sendTest = async (app: TestApp, as: TestUser) =>
  (await app.call<TestResult>("POST", "/administration/test-email", { as })).body;

/** An administrator whose community sends by a mail server with this certificate on "another machine". */
async function connect(certificate: TestCertificate) {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const smtp = await openSmtpServer({ certificate });
  onTestFinished(smtp.close);
  const mailServer = { ...AT_OTHER_MACHINE, port: smtp.port };
  expect((await putSettings(app, ad, { mailServer })).status).toBe(200);
  return { app, ad, smtp, mailServer, certificate };
}

test("[domain/administration:mail-certificate] a self-signed certificate is refused by name, shown, and accepted once it is trusted", async () => {
  const { app, ad, smtp } = await connect(selfSigned);

  const refused = await sendTest(app, ad);
  expect(refused.failure).toContain("DEPTH_ZERO_SELF_SIGNED_CERT");
  expect(refused.certificate).toMatchObject({
    subject: "CN=mail.example.org",
    issuer: "CN=mail.example.org",
  });
  expect(smtp.recipients).toEqual([]);

  const pem = refused.certificate?.pem ?? "";
  const saved = await putSettings(app, ad, { mailCertificates: pem });
  expect(saved.body.mailCertificates).toEqual([refused.certificate]);
  expect(await sendTest(app, ad)).toMatchObject({ failure: null, certificate: null });
  expect(smtp.recipients).toEqual([ad.email]);
});

test("[domain/administration:mail-certificate] another certificate than the trusted one is refused", async () => {
  const other = await createCertificate({ name: "mail.example.org" });
  const { app, ad } = await connect(selfSigned);
  await putSettings(app, ad, { mailCertificates: other.cert });
  expect((await sendTest(app, ad)).failure).toContain("SELF_SIGNED");
});

test("[domain/administration:mail-certificate] a private authority is trusted for its own names only", async () => {
  const authority = await createCertificate({ name: "Town CA", isAuthority: true });
  const signed = await createCertificate({ name: "mail.example.org", signedBy: authority });
  const { app, ad } = await connect(signed);
  expect((await sendTest(app, ad)).failure).toContain("UNABLE_TO_VERIFY_LEAF_SIGNATURE");

  await putSettings(app, ad, { mailCertificates: authority.cert });
  const otherName = await sendTest(app, ad);
  expect(otherName.failure).toContain("ERR_TLS_CERT_ALTNAME_INVALID");
  expect(otherName.certificate?.subject).toBe("CN=mail.example.org");

  // The certificate itself may carry any name.
  await putSettings(app, ad, { mailCertificates: signed.cert });
  expect((await sendTest(app, ad)).failure).toBeNull();
});

test("[domain/administration:mail-certificate] an expired certificate is named as such, and trusting it does not help", async () => {
  const expired = await createCertificate({
    name: "mail.example.org",
    validTo: new Date(Date.now() - 1_000),
  });
  const { app, ad } = await connect(expired);
  await putSettings(app, ad, { mailCertificates: expired.cert });
  expect((await sendTest(app, ad)).failure).toContain("CERT_HAS_EXPIRED");
});

test("[domain/administration:mail-certificate] a mail server on this machine may have any certificate", async () => {
  const { app, ad, mailServer } = await connect(selfSigned);
  for (const host of ["127.0.0.1", "localhost"]) {
    await putSettings(app, ad, { mailServer: { ...mailServer, host } });
    expect(await sendTest(app, ad)).toMatchObject({ failure: null, certificate: null });
  }
});

test("[domain/administration:mail-certificate] a private key that is pasted with a certificate is not kept", async () => {
  const { app, ad } = await connect(selfSigned);
  const mailCertificates = `${selfSigned.key}\n${selfSigned.cert}`;
  expect((await putSettings(app, ad, { mailCertificates })).body.mailCertificates).toHaveLength(1);
  expect((await sendTest(app, ad)).failure).toBeNull();
  const stored = await app.ctx.db.selectFrom("community_setting").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain("PRIVATE KEY");
});

test("[domain/administration:mail-certificate] a certificate of the future is named as such, and one without its chain is accepted by the one that signed it", async () => {
  const future = new Date(Date.now() + 86_400_000);
  const early = await connect(await createCertificate({ name: "m.example", validFrom: future }));
  await putSettings(early.app, early.ad, { mailCertificates: early.certificate.cert });
  expect((await sendTest(early.app, early.ad)).failure).toContain("CERT_NOT_YET_VALID");

  const root = await createCertificate({ name: "Root", isAuthority: true });
  const between = await createCertificate({ name: "CA", isAuthority: true, signedBy: root });
  const { app, ad } = await connect(
    await createCertificate({ name: "mail.example.org", signedBy: between }),
  );
  await putSettings(app, ad, { mailCertificates: root.cert });
  expect((await sendTest(app, ad)).failure).toContain("UNABLE_TO_GET_ISSUER_CERT_LOCALLY");
  // Then only the name is wrong.
  await putSettings(app, ad, { mailCertificates: `${root.cert}\n${between.cert}` });
  expect((await sendTest(app, ad)).failure).toContain("ERR_TLS_CERT_ALTNAME_INVALID");
});

test("text that is no certificate is refused, and nothing changes", async () => {
  const { app, ad } = await connect(selfSigned);
  for (const mailCertificates of [
    "hello",
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
  ]) {
    const refused = await putSettings(app, ad, { mailCertificates });
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { mailCertificates: expect.any(String) } },
    });
  }
  const { body } = await app.call<SettingsView>("GET", "/administration/settings", { as: ad });
  expect(body.mailCertificates).toEqual([]);
});

test("[domain/administration:mail-name] it introduces itself to mail servers by the host of its public address", async () => {
  const app = await createTestApp({ settings: { PUBLIC_URL: "https://rides.example.org" } });
  const ad = await createAdministrator(app);
  const smtp = await openSmtpServer({ acceptedNames: /^rides\.example\.org$/ });
  onTestFinished(smtp.close);
  const mailServer = {
    host: "127.0.0.1",
    port: smtp.port,
    security: "optional",
    user: "rides",
    password: "right",
  };
  await putSettings(app, ad, { mailServer });
  expect(await sendTest(app, ad)).toEqual({
    to: ad.email,
    failure: null,
    certificate: null,
    name: "rides.example.org",
  });
  expect(smtp.names).toEqual(["rides.example.org"]);
});

test("a server that refuses our name says so at the step, and the name is shown", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const smtp = await openSmtpServer({ acceptedNames: /^never$/ });
  onTestFinished(smtp.close);
  const mailServer = {
    host: "127.0.0.1",
    port: smtp.port,
    security: "optional",
    user: "rides",
    password: "right",
  };
  await putSettings(app, ad, { mailServer });
  expect(await sendTest(app, ad)).toMatchObject({ failure: "EENVELOPE MAIL FROM 421", name: null });
});
