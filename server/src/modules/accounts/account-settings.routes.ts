import { inCallerLanguage } from "#platform/i18n/caller-language.ts";
import { translatable } from "@commonlane/contract/message";
import { accountSettings } from "@commonlane/contract/account-settings";
import { accountAccess } from "@commonlane/contract/account-access";
import { trustMarks } from "@commonlane/contract/trust-marks";
import type { EndpointRouter } from "#platform/http/endpoints/endpoint-router.ts";
import { endOwnAccess, listOwnAccess } from "./access/own-access.ts";
import { getAccountEvents } from "./account-events.ts";
import { renewEmailMarks, sendRenewalCode } from "./email/mark-renewal.ts";
import { changeEmail, confirmEmailChange, undoEmailChange } from "./email/email-change.ts";
import { endOwnSessionById, listOwnSessions, signOutEverywhere } from "./sessions/own-sessions.ts";
import { changePassword } from "./passwords/password-change.ts";
import { clearRefreshCookie } from "./sessions/refresh-cookie.ts";
import { getClientInfo } from "./sign-in/client-info.ts";

const EMAIL_CHANGED = translatable("E-mail changed. Use it to sign in from now on.");
const CHANGE_UNDONE = translatable(
  "Your previous e-mail is restored. All devices were signed out, and your old password no longer works.",
);

/** Routes with which users manage their own account. */
export function accountSettingsRoutes(http: EndpointRouter): void {
  http.on(accountSettings.sessions, (ctx, _, caller) => listOwnSessions(ctx, caller));
  http.on(accountSettings.endSession, async (ctx, { params }, caller, exchange) => {
    await endOwnSessionById(ctx, caller, params.sessionId, getClientInfo(exchange));
    return { success: true };
  });
  http.on(accountAccess.list, (ctx, _, caller) => listOwnAccess(ctx, caller));
  http.on(accountAccess.end, async (ctx, { body }, caller, exchange) => {
    await endOwnAccess(ctx, caller, body, getClientInfo(exchange));
    return { success: true };
  });
  http.on(accountSettings.signOutEverywhere, async (ctx, { body }, caller, exchange) => {
    const endedCount = await signOutEverywhere(ctx, caller, body, getClientInfo(exchange));
    if (!body.keepCurrent) clearRefreshCookie(exchange);
    return { success: true, ended: endedCount };
  });
  http.on(accountSettings.changePassword, async (ctx, { body }, caller, exchange) => {
    await changePassword(ctx, caller, body, getClientInfo(exchange));
    return {
      success: true,
      message: inCallerLanguage(ctx, translatable("Your password was changed.")),
    };
  });
  http.on(accountSettings.changeEmail, async (ctx, { body }, caller, exchange) => {
    await changeEmail(ctx, caller, body, getClientInfo(exchange));
    return {
      success: true,
      message: inCallerLanguage(ctx, translatable("Verification code sent to your email!")),
    };
  });
  http.on(accountSettings.confirmEmailChange, async (ctx, { body }, caller, exchange) => {
    const { isUndo } = await confirmEmailChange(ctx, caller, body, getClientInfo(exchange));
    return {
      success: true,
      message: inCallerLanguage(ctx, isUndo ? CHANGE_UNDONE : EMAIL_CHANGED),
    };
  });
  http.on(accountSettings.undoEmailChange, async (ctx, { body }, _, exchange) => {
    await undoEmailChange(ctx, body.token, getClientInfo(exchange));
    return {
      success: true,
      message: inCallerLanguage(
        ctx,
        translatable(
          "Your account uses this e-mail address again. Now choose a new password with 'Forgot password?'.",
        ),
      ),
    };
  });
  http.on(trustMarks.sendCode, async (ctx, _, caller, exchange) => {
    await sendRenewalCode(ctx, caller.uid, getClientInfo(exchange));
    return {
      success: true,
      message: inCallerLanguage(ctx, translatable("Verification code sent to your email!")),
    };
  });
  http.on(trustMarks.renew, async (ctx, { body }, caller, exchange) => {
    await renewEmailMarks(ctx, caller.uid, body.otp, getClientInfo(exchange));
    return { success: true };
  });
  http.on(accountSettings.accountEvents, (ctx, _, { uid }) => getAccountEvents(ctx, uid));
}
