import { expect, test } from "vitest";
import { Email } from "./accounts.ts";
import { EmailDomain } from "./community-admin.ts";
import { domainOf, findProviderOfEmail } from "./email-address.ts";

test.each([
  ["Anna@Fahrschule-Müller.example", "anna@xn--fahrschule-mller-uzb.example"],
  ["anna@xn--fahrschule-mller-uzb.example", "anna@xn--fahrschule-mller-uzb.example"],
  ["x@пример.испытание", "x@xn--e1afmkfd.xn--80akhbyknj4f"],
  ["x@xn--e1afmkfd.xn--80akhbyknj4f", "x@xn--e1afmkfd.xn--80akhbyknj4f"],
  ["anna@uni.xn--p1ai", "anna@uni.xn--p1ai"],
  ["anna@straße.example", "anna@xn--strae-oqa.example"],
  ["anna＠例え。テスト", "anna@xn--r8jz45g.xn--zckzah"],
  ["a/b=c@uni.example", "a/b=c@uni.example"],
  ["o'neill+rides@uni.example", "o'neill+rides@uni.example"],
  [" ADA@Example.ORG ", "ada@example.org"],
  ["ａｎｎａ＠ｕｎｉ．ｅｘａｍｐｌｅ", "anna@uni.example"],
  ["\u202Aanna@uni.example\u202C", "anna@uni.example"],
  ["mailto:anna@uni.example", "anna@uni.example"],
  ["anna@uni.example.", "anna@uni.example"],
  ["o’neill@uni.example", "o'neill@uni.example"],
])("[domain/input:email] %s is the account %s", (typed, stored) => {
  expect(Email.parse(typed)).toBe(stored);
  expect(Email.parse(stored)).toBe(stored);
});

test.each([
  "anna",
  "anna@",
  "@uni.example",
  "anna@uni",
  "anna@127.0.0.1",
  "anna@uni.example:80",
  "anna@uni.example/x",
  "anna@@uni.example",
  ".anna@uni.example",
  "an..na@uni.example",
  "an na@uni.example",
  'anna"x"@uni.example',
  "anna@-uni.example",
  "anna@müller",
  "anna@müller .example",
  "anna@uni.example\r\nBcc: x@uni.example",
  `${"a".repeat(65)}@uni.example`,
])("[domain/input:email] refuses %j", (typed) => {
  const refused = Email.safeParse(typed);
  expect(refused.error?.issues[0]?.message).toBe("Please enter a valid e-mail address.");
});

test("[domain/input:email] says that our mail cannot reach other letters before the @", () => {
  for (const typed of ["jörg@müller.example", "иван@пример.испытание"])
    expect(Email.safeParse(typed).error?.issues[0]?.message).toMatch(
      /^We can't send e-mail to an address with such letters/,
    );
});

test("[domain/input:email] rules for domains are the same in both forms", () => {
  expect(EmailDomain.parse("Müller.example")).toBe("xn--mller-kva.example");
  expect(EmailDomain.parse("xn--mller-kva.example")).toBe("xn--mller-kva.example");
  for (const typed of [
    "@müller.example",
    "*.müller.example",
    "*@müller.example",
    "müller.example.",
  ])
    expect(EmailDomain.parse(typed)).toBe("xn--mller-kva.example");
  expect(EmailDomain.safeParse("müller").success).toBe(false);
  expect(EmailDomain.safeParse("a b.example").success).toBe(false);
  expect(domainOf("anna@Müller.example")).toBe("xn--mller-kva.example");
  const provider = { emailDomains: ["xn--mller-kva.example"] };
  expect(findProviderOfEmail([provider], "anna@staff.müller.example")).toBe(provider);
});
