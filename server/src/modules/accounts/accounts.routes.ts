import { auth } from "@commonlane/contract/auth";
import { identity } from "@commonlane/contract/identity";
import type { Exchange } from "#platform/http/exchange.ts";
import type { Routes } from "#platform/http/route.ts";
import { configurationOf } from "./issuer.ts";
import { verifyCode } from "./one-time-codes.ts";
import { logIn, register } from "./registration.ts";
import { type OpenedSession, refreshSession, SESSION_VALID_S, signOut } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { SignInTries } from "./sign-in-tries.ts";
import { sendRegistrationCode, signUp } from "./sign-up.ts";
import { publishedKeys } from "./signing-keys.ts";

const COOKIE = "commonlane_refresh";
/** The only calls that are sent the cookie. */
const PATH = "/api/identity";

function handOut({ session, refreshToken }: Partial<OpenedSession> & Pick<OpenedSession, "session">, http: Exchange) {
  if (refreshToken) http.setCookie(COOKIE, refreshToken, { path: PATH, maxAgeS: SESSION_VALID_S });
  return session;
}

export const accountRoutes: Routes = (http) => {
  const tries = new SignInTries();

  http.on(auth.sendRegistrationCode, async (ctx, { body }) => {
    await sendRegistrationCode(ctx, body.email);
    return { success: true, message: "Verification code sent to your email!" };
  });
  http.on(auth.verifyRegistrationCode, async (ctx, { body }) => {
    await verifyCode(ctx, { email: body.email, purpose: "registration" }, body.otp);
    return { success: true };
  });
  http.on(auth.register, (ctx, { body }, caller) => register(ctx, caller, body));
  http.on(auth.login, (ctx, { body }) => logIn(ctx, body.idToken));

  http.on(identity.signUp, async (ctx, { body }, _, exchange) => handOut(await signUp(ctx, body), exchange));
  http.on(identity.signIn, async (ctx, { body }, _, exchange) =>
    handOut(await signIn(ctx, body, tries, exchange.address), exchange),
  );
  http.on(identity.refresh, async (ctx, _, __, exchange) =>
    handOut(await refreshSession(ctx, exchange.cookie(COOKIE)), exchange),
  );
  http.on(identity.signOut, async (ctx, _, caller, exchange) => {
    await signOut(ctx, { refreshToken: exchange.cookie(COOKIE), sessionId: caller?.sessionId });
    exchange.clearCookie(COOKIE, { path: PATH });
    return { success: true };
  });
  http.on(identity.configuration, async ({ settings }) => configurationOf(settings));
  http.on(identity.keys, (ctx) => publishedKeys(ctx));
};
