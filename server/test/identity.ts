import type { Session } from "@commonlane/contract/identity";
import { z } from "zod";
import type { World } from "./world.ts";

/** Meets every rule of the specification's section 5. */
export const PASSWORD = "Correct horse 7";

/** The cookies of the codes of one browser for each world, kept as a browser does; whoever has others sends their own. */
const jars = new WeakMap<World, Map<string, string>>();
const OF_CODES = /^(?:__Secure-)?commonlane_(?:asked|proven|devices)$/;

/** A call from the browser of this world: with what it was told to keep. Cookies that are said are sent in their place. */
export async function fromBrowser<Body = Record<string, unknown>>(
  world: World,
  path: string,
  { body, headers = {} }: { body: unknown; headers?: Record<string, string> },
) {
  const jar = jars.get(world) ?? new Map<string, string>();
  jars.set(world, jar);
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await world.call<Body>("POST", path, { body, headers: { ...(cookie && { cookie }), ...headers } });
  for (const [name, value] of cookiesOf(answer)) if (OF_CODES.test(name)) jar.set(name, value);
  return answer;
}

/** From now on calls come from a browser that was never here. */
export const anotherBrowser = (world: World): void => void jars.delete(world);

/** Asks for a registration code and reads it in the letter, as a person would. */
export async function codeFor(world: World, email: string): Promise<string> {
  await fromBrowser(world, "/auth/send-registration-otp", { body: { email } });
  return world.mail.findLast(({ to, code }) => to === email && code)?.code ?? "";
}

export const verify = (world: World, email: string, otp: string) =>
  fromBrowser(world, "/auth/verify-registration-otp", { body: { email, otp } });

export const signUp = (world: World, email: string, password = PASSWORD) =>
  fromBrowser<Session & { code?: string; error?: string }>(world, "/identity/sign-up", { body: { email, password } });

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

/** The refresh cookie as a browser sends it back. */
export function cookieOf({ headers }: { headers: Record<string, unknown> }): string | undefined {
  return setCookieOf({ headers })?.split(";")[0];
}

/** How the refresh cookie is set. */
export const setCookieOf = ({ headers }: { headers: Record<string, unknown> }): string | undefined =>
  setCookies(headers).find((line) => /^(?:__Secure-)?commonlane_refresh=/.test(line));

/** Every cookie that an answer sets, by its name. */
export const cookiesOf = ({ headers }: { headers: Record<string, unknown> }): Map<string, string> =>
  new Map(setCookies(headers).map((line) => pairIn(line)));

const setCookies = (headers: Record<string, unknown>): string[] =>
  z.union([z.string().transform((one) => [one]), z.array(z.string())]).safeParse(headers["set-cookie"]).data ?? [];

function pairIn(line: string): [string, string] {
  const [pair = ""] = line.split(";");
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
}

/** What an ID token says, unread by any check. */
export function claimsOf(idToken: string): Record<string, unknown> {
  const [, payload = ""] = idToken.split(".");
  return z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
}

export const advance = ({ world }: World, s: number) => {
  world.now = new Date(world.now.getTime() + s * 1000);
};
