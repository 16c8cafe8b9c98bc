import { randomBytes, randomInt } from "node:crypto";
import { RECOVERY_CODE_COUNT } from "@commonlane/contract/limits";
import { plainNumbers } from "@commonlane/contract/plain-numbers";
import { Secret, TOTP } from "otpauth";
import { hashCodeWithSalt } from "../passwords/password-hash.ts";

/** What every authenticator app supports: SHA-1, six digits, 30 seconds. */
const FORMAT = {
  algorithm: "SHA1",
  digits: 6,
  period: 30,
} as const;
/** Clocks differ, and typing takes time: the codes before and after the current one are accepted too. */
const STEPS_AROUND = 1;
const KEY_BYTES = 20;
const SALT_BYTES = 16;
/** Without letters and digits that look alike. */
const RECOVERY_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const RECOVERY_LENGTH = 10;

export function newAuthenticatorKey(): string {
  return new Secret({ size: KEY_BYTES }).base32;
}

export const newRecoverySalt = (): Buffer => randomBytes(SALT_BYTES);

/** The address in the QR code that an authenticator app scans. */
export const authenticatorUrl = (
  key: string,
  {
    issuer,
    label,
  }: {
    issuer: string;
    label: string;
  },
): string =>
  new TOTP({
    ...FORMAT,
    secret: Secret.fromBase32(key),
    issuer,
    label,
  }).toString();

/** The time step to which a code belongs; undefined if it is wrong or too old. */
export function findTimeStep(key: string, code: string, at: Date): number | undefined {
  const timestamp = at.getTime();
  const secret = Secret.fromBase32(key);
  const offset = TOTP.validate({
    ...FORMAT,
    secret,
    token: code,
    timestamp,
    window: STEPS_AROUND,
  });
  return offset === null
    ? undefined
    : TOTP.counter({
        period: FORMAT.period,
        timestamp,
      }) + offset;
}

export function isAuthenticatorCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** As typed, without spaces, dashes and capital letters. */
export const normalizeCode = (typed: string): string =>
  plainNumbers(typed).toLowerCase().replaceAll(/[\s-]/g, "");

/** Codes of 49 bits for the user, such as `k3mxp-7yqtr`, and their hashes for the database. */
export async function createRecoveryCodes(
  salt: Uint8Array,
): Promise<{ codes: string[]; hashes: string[] }> {
  const raw = Array.from({ length: RECOVERY_CODE_COUNT }, randomCode);
  const hashes = await Promise.all(raw.map((code) => hashCodeWithSalt(code, salt)));
  return {
    codes: raw.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    hashes,
  };
}

const randomCode = () =>
  Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
  ).join("");
