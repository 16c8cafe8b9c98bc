import { auth } from "@commonlane/contract/auth";
import { identity } from "@commonlane/contract/identity";
import type { Router, Routes } from "#platform/http/route.ts";
import { resendVerification, sendEmailVerification, verifyEmail } from "./email-verification.ts";
import { configurationOf } from "./issuer.ts";
import { verifyCode } from "./one-time-codes.ts";
import { ownAccountRoutes } from "./own-account.routes.ts";
import { resetPassword, sendPasswordResetCode } from "./password-reset.ts";
import { logIn, register } from "./registration.ts";
import { clearRefreshCookie, handOut, handOutUntilSignIn, refreshCookieOf } from "./refresh-cookie.ts";
import { refreshSession, signOut } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { sendRegistrationCode, signUp } from "./sign-up.ts";
import { publishedKeys } from "./signing-keys.ts";
import { visitorOf } from "./visitor.ts";

const CODE_SENT = { success: true, message: "Verification code sent to your email!" };

export const accountRoutes: Routes = (http) => {
  signUpRoutes(http);
  mailRoutes(http);
  sessionRoutes(http);
  ownAccountRoutes(http);
};

function signUpRoutes(http: Router): void {
  http.on(auth.sendRegistrationCode, async (ctx, { body }, _, exchange) => {
    await sendRegistrationCode(ctx, body, visitorOf(exchange).network);
    return CODE_SENT;
  });
  http.on(auth.verifyRegistrationCode, async (ctx, { body: { email, otp } }, _, exchange) => {
    await verifyCode(ctx, { email, purpose: "registration" }, otp, visitorOf(exchange).network);
    return { success: true };
  });
  http.on(auth.register, (ctx, { body }, caller) => register(ctx, caller, body));
  http.on(auth.login, (ctx, { body }) => logIn(ctx, body.idToken));
  http.on(identity.signUp, async (ctx, { body }, _, exchange) =>
    handOutUntilSignIn(await signUp(ctx, body, visitorOf(exchange)), exchange),
  );
}

/** What works without a session, for whoever reads the mail of an address. */
function mailRoutes(http: Router): void {
  http.on(auth.sendPasswordResetCode, async (ctx, { body }, _, exchange) => {
    await sendPasswordResetCode(ctx, body.email, visitorOf(exchange));
    return CODE_SENT;
  });
  http.on(auth.resetPassword, async (ctx, { body }, _, exchange) => {
    await resetPassword(ctx, body, visitorOf(exchange));
    return { success: true, message: "Password reset successfully! You can now log in with your new password." };
  });
  http.on(auth.sendEmailVerification, (ctx, _, caller, exchange) =>
    sendEmailVerification(ctx, caller, visitorOf(exchange)),
  );
  http.on(auth.resendVerification, (ctx, { body }, _, exchange) =>
    resendVerification(ctx, body.email, visitorOf(exchange)),
  );
  http.on(auth.verifyEmail, (ctx, { query }, _, exchange) => verifyEmail(ctx, query.token, visitorOf(exchange)));
}

function sessionRoutes(http: Router): void {
  http.on(identity.signIn, async (ctx, { body }, _, exchange) =>
    handOut(await signIn(ctx, body, visitorOf(exchange), refreshCookieOf(exchange)), exchange),
  );
  http.on(identity.refresh, async (ctx, _, __, exchange) =>
    handOut(await refreshSession(ctx, refreshCookieOf(exchange), visitorOf(exchange)), exchange),
  );
  http.on(identity.signOut, async (ctx, _, caller, exchange) => {
    const shown = { refreshToken: refreshCookieOf(exchange), sessionId: caller?.sessionId };
    await signOut(ctx, shown, visitorOf(exchange));
    clearRefreshCookie(exchange);
    return { success: true };
  });
  http.on(identity.configuration, async ({ settings }) => configurationOf(settings));
  http.on(identity.keys, (ctx) => publishedKeys(ctx));
}
