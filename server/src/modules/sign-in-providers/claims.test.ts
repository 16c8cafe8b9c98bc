import { expect, test } from "vitest";
import { readClaims } from "./identify-person.ts";

const PROVIDER = { trusts_email: true, email_domains: ["uni.example"] };
const read = (claims: Readonly<Record<string, unknown>>) => {
  const { email, isEmailVerified } = readClaims(claims, PROVIDER);
  return { email, isEmailVerified };
};

test.each([
  { email: "ada@uni.example", email_verified: true },
  { email: "ada@uni.example", email_verified: "true" },
  { email: ["ada@uni.example"], email_verified: true },
  { email: " ada@uni.example ", email_verified: true },
  // It never says so, and is trusted for its own domain.
  { email: "ada@uni.example" },
])("the address of %j is confirmed", (claims) => {
  expect(read(claims)).toEqual({ email: "ada@uni.example", isEmailVerified: true });
});

test.each([
  { preferred_username: "ada@uni.example" },
  { upn: "ada@uni.example" },
  { upn: "ada_uni.example#EXT#@tenant.example" },
  { mail: "ada@uni.example" },
  { emails: ["ada@uni.example"] },
  { verified_primary_email: ["ada@uni.example"] },
  { email: "", mail: "ada@uni.example" },
  { email: "ada@uni.example", email_verified: false },
  { email: "ada@uni.example", email_verified: "True" },
  { email: "ada@uni.example", email_verified: null },
])("[domain/sign-in:own-address] the address of %j is only suggested", (claims) => {
  expect(read(claims)).toEqual({ email: "ada@uni.example", isEmailVerified: false });
});

test("the name of a guest is never a confirmed address of another domain", () => {
  const email = "ada_uni.example#ext#@tenant.example";
  expect(read({ email, email_verified: true }).email).toBe(email);
});

test("an address of another domain is not trusted, and what is no address is none", () => {
  expect(read({ email: "ada@other.example" }).isEmailVerified).toBe(false);
  for (const claims of [{}, { email: 7 }, { email: [] }, { preferred_username: "ada" }])
    expect(read(claims)).toEqual({ email: null, isEmailVerified: false });
});
