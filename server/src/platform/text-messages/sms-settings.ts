import { z } from "zod";
import { isCountry } from "@commonlane/contract/phone-verification";
import { plainNumbers } from "@commonlane/contract/plain-numbers";

/** A number that an operator typed in an environment variable, in the digits of any script. */
export const typedNumber = (schema: z.ZodCoercedNumber) =>
  z.preprocess((value) => (typeof value === "string" ? plainNumbers(value) : value), schema);

/** Settings of text messages that verify phone numbers; without a gateway, numbers cannot be verified. */
export const smsSettings = {
  SMS_GATEWAY_URL: z
    .string()
    .refine(isGatewayUrl, "an https address without a user name; http for this machine only")
    .optional(),
  SMS_GATEWAY_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, "letters, digits and signs without spaces")
    .optional(),
  /** Number or name that messages come from. */
  SMS_SENDER: z.string().min(1).max(20).optional(),
  /** Countries whose mobile numbers can be verified. No default, because each further country invites toll fraud. */
  SMS_COUNTRIES: z
    .string()
    .default("")
    .transform((text) =>
      text
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .refine(
      (codes) => codes.every(isCountry),
      "country codes such as DE AT CH, separated by spaces",
    ),
  /** Text messages in 24 hours to all members together. */
  SMS_PER_DAY: typedNumber(z.coerce.number().int().min(1).max(100_000)).default(200),
} as const;

/** Without countries, a gateway would silently stay unused. */
export const findSmsProblems = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  environment["SMS_GATEWAY_URL"] !== undefined && environment["SMS_COUNTRIES"] === undefined
    ? ["SMS_COUNTRIES: name the countries that text messages may be sent to, such as DE AT CH"]
    : [];

/** True for https, and for http on this machine. */
function isGatewayUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOCAL_HOSTS.has(url.hostname));
}
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
