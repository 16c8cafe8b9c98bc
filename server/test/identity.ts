import type { Session } from "@commonlane/contract/identity";
import { z } from "zod";
import type { World } from "./world.ts";

/** Meets every rule of the specification's section 5. */
export const PASSWORD = "Correct horse 7";

/** Asks for a registration code and reads it in the letter, as a person would. */
export async function codeFor(world: World, email: string): Promise<string> {
  await world.call("POST", "/auth/send-registration-otp", { body: { email } });
  return world.mail.findLast(({ to, code }) => to === email && code)?.code ?? "";
}

export const verify = (world: World, email: string, otp: string) =>
  world.call("POST", "/auth/verify-registration-otp", { body: { email, otp } });

export const signUp = (world: World, email: string, password = PASSWORD) =>
  world.call<Session & { code?: string; error?: string }>("POST", "/identity/sign-up", { body: { email, password } });

/** From the code to an open session. */
export async function join(world: World, email: string, password = PASSWORD) {
  await verify(world, email, await codeFor(world, email));
  const joined = await signUp(world, email, password);
  return { ...joined, cookie: cookieOf(joined) };
}

export const signIn = (world: World, email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  world.call<Session & { code?: string }>("POST", "/identity/sign-in", { body: { email, password }, headers });

/** Refreshes with a cookie and gives the next one with the answer. */
export async function refresh(world: World, cookie: string | undefined) {
  const headers = cookie === undefined ? {} : { cookie };
  const answer = await world.call<Session & { code?: string }>("POST", "/identity/refresh", { headers });
  return { ...answer, cookie: cookieOf(answer) };
}

export function cookieOf({ headers }: { headers: Record<string, unknown> }): string | undefined {
  return setCookieOf({ headers })?.split(";")[0];
}

export function setCookieOf({ headers }: { headers: Record<string, unknown> }): string | undefined {
  return z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).safeParse(headers["set-cookie"]).data;
}

/** What an ID token says, unread by any check. */
export function claimsOf(idToken: string): Record<string, unknown> {
  const [, payload = ""] = idToken.split(".");
  return z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
}

export const advance = ({ world }: World, s: number) => {
  world.now = new Date(world.now.getTime() + s * 1000);
};
