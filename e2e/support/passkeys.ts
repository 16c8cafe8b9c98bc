import { createHmac } from "node:crypto";
import type { BrowserContextOptions, Page } from "@playwright/test";
import { localCookie } from "./process.ts";
import type { World } from "./test.ts";

/** A browser at `localhost` instead of an IP address, for which there are no passkeys. */
export async function openAtLocalhost(
  { server, watch, browserOf }: World,
  options: BrowserContextOptions,
): Promise<Page> {
  const address = server.address.replace("127.0.0.1", "localhost");
  watch.alsoAt(address);
  const page = await browserOf({ ...options, baseURL: address });
  await page.context().addCookies([localCookie(address, "/dev")]);
  return page;
}

/** Chromium's virtual authenticator: a phone that recognises its owner at once. */
export async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The browser suggests no passkeys in fields; the virtual authenticator would answer before anything is pressed. */
export const withoutPasskeySuggestions = async (page: Page): Promise<void> =>
  void (await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false });
  }));

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;
const toBits = (letter: string) => BASE32.indexOf(letter).toString(2).padStart(5, "0");

/** The code that an authenticator app shows for this key (RFC 6238). */
export function codeOfApp(key: string, at = Date.now()): string {
  const bits = Array.from(key.replaceAll(" ", ""), toBits).join("");
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)));
  const digest = createHmac("sha1", bytes).update(step).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}
