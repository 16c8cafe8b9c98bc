import { beforeAll, expect, test } from "vitest";
import { createCertificate, type TestCertificate } from "../../../test/services/certificates.ts";
import { readCertificates } from "./certificates.ts";

let certificate: TestCertificate;
beforeAll(async () => {
  certificate = await createCertificate({ name: "mail.example.org" });
});

const FORMS: Readonly<Record<string, (pem: string) => string>> = {
  "line ends of Windows": (pem) => pem.replaceAll("\n", "\r\n"),
  "a mark and empty lines before it": (pem) => `\uFEFF\n\n${pem}`,
  "its names and its key beside it": (pem) =>
    `subject=CN = mail.example.org\nissuer=CN = Town CA\n${pem}\n${certificate.key}`,
  "the indentation of a YAML file": (pem) => pem.replaceAll(/^/gm, "    "),
  "its lines joined, as in an .env file": (pem) => pem.trim().replaceAll("\n", String.raw`\n`),
  "spaces in place of its line ends": (pem) => pem.trim().replaceAll("\n", " "),
  "an older name": (pem) => pem.replaceAll("CERTIFICATE", "X509 CERTIFICATE"),
};

test.each(Object.keys(FORMS))("a certificate is read with %s", (form) => {
  const text = FORMS[form]?.(certificate.cert) ?? "";
  expect(readCertificates(text).map(({ subject }) => subject)).toEqual(["CN=mail.example.org"]);
});

test("all certificates of a chain are read, and a damaged one is refused", async () => {
  const { cert } = certificate;
  expect(readCertificates(`${cert}\n${cert}`)).toHaveLength(2);
  expect(() => readCertificates(`${cert}\n${cert.replace("MII", "MIJ")}`)).toThrow(/^error:/);
});
