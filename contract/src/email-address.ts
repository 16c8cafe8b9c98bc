import * as z from "zod/mini";
import { toAsciiEmail } from "./email-domain.ts";
import { translatable } from "./message.ts";

const EMAIL_MAX_LENGTH = 254;
/** Before the @ are up to 64 characters of RFC 5321, without quotes. A domain ends in letters or in a xn-- name. */
const ADDRESS =
  /^(?=[^@]{1,64}@)[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/i;

const INVALID = translatable("Please enter a valid e-mail address.");
const UNREACHABLE = translatable(
  "We can't send e-mail to an address with such letters before the @. Please use one with letters from a to z.",
);

/** What is wrong with an address that is not one of ours. */
function refusalOf(email: unknown): string {
  if (typeof email !== "string") return INVALID;
  const local = email.slice(0, Math.max(0, email.lastIndexOf("@")));
  // With another local part, the address would be right.
  const isReachable = /^\p{ASCII}*$/u.test(local) || !ADDRESS.test(`a${email.slice(local.length)}`);
  return isReachable ? INVALID : UNREACHABLE;
}

/** An e-mail address that our mail can reach, with its domain in the stored form. */
export const EmailAddress = z
  .string()
  .check(
    z.trim(),
    z.overwrite(toAsciiEmail),
    z.maxLength(EMAIL_MAX_LENGTH),
    z.email({ pattern: ADDRESS, error: ({ input }) => refusalOf(input) }),
  );
