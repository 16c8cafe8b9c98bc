import { expect, test } from "vitest";
import { decodePart, ehloName, readSmtpUrl } from "./smtp-url.ts";

/** User and password that a mail server gets, as the mail library and the console read them. */
function loginOf(text: string) {
  const { username, password, host } = new URL(readSmtpUrl(text));
  return [decodePart(username), decodePart(password), host];
}

test.each([
  ["smtp://relay@uni.example:Pa/s+s?w#rd%25@mail.example:587", "relay@uni.example", "Pa/s+s?w#rd%"],
  ["smtp://re%lay:100%@mail.example:587", "re%lay", "100%"],
  ["smtps://rides:pässwörd €@mail.example:587", "rides", "pässwörd €"],
  ["smtp://rides:a:b@c@mail.example:587", "rides", "a:b@c"],
  ["smtp://rides:p%40ss@mail.example:587", "rides", "p@ss"],
  ["smtp://rides:right@mail.example:587?requireTLS=true", "rides", "right"],
])("%s: user and password are read as typed", (text, user, password) => {
  expect(loginOf(text)).toEqual([user, password, "mail.example:587"]);
});

test("options stay, and an address without a user has none", () => {
  expect(readSmtpUrl("smtp://127.0.0.1:25?ignoreTLS=true")).toBe(
    "smtp://127.0.0.1:25?ignoreTLS=true",
  );
  expect(readSmtpUrl("smtp://u:p@[::1]:25/?name=rides.example.org")).toBe(
    "smtp://u:p@[::1]:25?name=rides.example.org",
  );
  expect(readSmtpUrl("mail.example")).toBe("mail.example");
});

test("only a host name with a domain is a name for mail servers", () => {
  expect(ehloName("https://rides.example.org:8443")).toBe("rides.example.org");
  expect(
    ["http://localhost:3000", "http://192.0.2.1", "http://[2001:db8::1]"].map(ehloName),
  ).toEqual([undefined, undefined, undefined]);
});
