import type { Context } from "#platform/context.ts";
import { inCallerLanguage } from "#platform/i18n/caller-language.ts";
import { translatable } from "@commonlane/contract/message";
import { auth } from "@commonlane/contract/auth";
import { accounts } from "@commonlane/contract/accounts";
import type { EndpointRouter, RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  resendVerification,
  sendEmailVerification,
  verifyEmail,
} from "./email/email-verification.ts";
import {
  startCodeRequest,
  readCodeRequest,
  setVerifiedCookie,
  readVerification,
} from "./email/code-cookies.ts";
import { setDeviceCookie } from "./sign-in/known-devices.ts";
import { verifyCode } from "./email/one-time-codes.ts";
import { passkeyRoutes } from "./passkeys/passkeys.routes.ts";
import { secondFactorRoutes } from "./second-factor/second-factor.routes.ts";
import { accountSettingsRoutes } from "./account-settings.routes.ts";
import { resetPassword, sendPasswordResetCode } from "./passwords/password-reset.ts";
import {
  clearRefreshCookie,
  setSessionCookies,
  setRefreshCookie,
  readRefreshCookie,
} from "./sessions/refresh-cookie.ts";
import { refreshSession, signOut } from "./sessions/sessions.ts";
import { signIn } from "./sign-in/sign-in.ts";
import {
  getSignedInProfile,
  registerProfile,
  sendRegistrationCode,
  signUp,
} from "./registration/sign-up.ts";
import { getPublishedKeys } from "./tokens/signing-keys.ts";
import { getClientInfo } from "./sign-in/client-info.ts";
import { openIdConfiguration } from "./tokens/id-tokens.ts";

const codeSent = (ctx: Context) => ({
  success: true,
  message: inCallerLanguage(ctx, translatable("Verification code sent to your email!")),
});

export const accountRoutes: RegisterRoutes = (http) => {
  registrationRoutes(http);
  emailRoutes(http);
  sessionRoutes(http);
  accountSettingsRoutes(http);
  passkeyRoutes(http);
  secondFactorRoutes(http);
};

function registrationRoutes(http: EndpointRouter): void {
  http.on(auth.sendRegistrationCode, async (ctx, { body }, _, exchange) => {
    await sendRegistrationCode(ctx, body, {
      ...getClientInfo(exchange),
      flow: startCodeRequest(exchange),
    });
    return codeSent(ctx);
  });
  http.on(auth.verifyRegistrationCode, async (ctx, { body: { email, otp } }, _, exchange) => {
    const client = {
      ...getClientInfo(exchange),
      flow: readCodeRequest(exchange),
    };
    const proof = await verifyCode(
      ctx,
      {
        email,
        purpose: "registration",
      },
      otp,
      client,
    );
    setVerifiedCookie(exchange, proof);
    return { success: true, proof };
  });
  http.on(auth.register, (ctx, { body }, caller) => registerProfile(ctx, caller, body));
  http.on(auth.logIn, (ctx, { body }) => getSignedInProfile(ctx, body.idToken));
  http.on(accounts.signUp, async (ctx, { body }, _, exchange) => {
    const verificationHash = readVerification(exchange, body.proof);
    const signedUp = await signUp(ctx, body, {
      ...getClientInfo(exchange),
      verificationHash,
    });
    return setRefreshCookie(signedUp, exchange);
  });
}

/** Routes that work without a session, authorised by access to the mailbox of an address. */
function emailRoutes(http: EndpointRouter): void {
  http.on(auth.sendPasswordResetCode, async (ctx, { body }, _, exchange) => {
    await sendPasswordResetCode(ctx, body.email, {
      ...getClientInfo(exchange),
      flow: startCodeRequest(exchange),
    });
    return codeSent(ctx);
  });
  http.on(auth.resetPassword, async (ctx, { body }, _, exchange) => {
    setDeviceCookie(
      exchange,
      await resetPassword(ctx, body, {
        ...getClientInfo(exchange),
        flow: readCodeRequest(exchange),
      }),
    );
    return {
      success: true,
      message: inCallerLanguage(
        ctx,
        translatable("Password reset successfully! You can now log in with your new password."),
      ),
    };
  });
  http.on(auth.sendEmailVerification, (ctx, _, caller, exchange) =>
    sendEmailVerification(ctx, caller, getClientInfo(exchange)),
  );
  http.on(auth.resendVerification, (ctx, { body }, _, exchange) =>
    resendVerification(ctx, body.email, getClientInfo(exchange)),
  );
  http.on(auth.verifyEmail, (ctx, { query }, _, exchange) =>
    verifyEmail(ctx, query.token, getClientInfo(exchange)),
  );
}

function sessionRoutes(http: EndpointRouter): void {
  http.on(accounts.signIn, async (ctx, { body }, _, exchange) =>
    setSessionCookies(
      await signIn(ctx, body, getClientInfo(exchange), readRefreshCookie(exchange)),
      exchange,
    ),
  );
  http.on(accounts.refresh, async (ctx, _, __, exchange) =>
    setSessionCookies(
      await refreshSession(ctx, readRefreshCookie(exchange), getClientInfo(exchange)),
      exchange,
    ),
  );
  http.on(accounts.signOut, async (ctx, _, caller, exchange) => {
    const session = {
      refreshToken: readRefreshCookie(exchange),
      sessionId: caller?.sessionId,
    };
    const providerSignOutUrl = await signOut(ctx, session, getClientInfo(exchange));
    clearRefreshCookie(exchange);
    return {
      success: true,
      ...(providerSignOutUrl !== undefined && { providerSignOutUrl }),
    };
  });
  http.on(accounts.openIdConfiguration, async ({ settings }) => openIdConfiguration(settings));
  http.on(accounts.keys, (ctx) => getPublishedKeys(ctx));
}
