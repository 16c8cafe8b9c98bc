import { ownAccount } from "@commonlane/contract/own-account";
import type { Router } from "#platform/http/route.ts";
import { accountEvents } from "./account-events.ts";
import { changeEmail, confirmEmailChange, undoEmailChange } from "./email-change.ts";
import { endOne, ownSessions, signOutEverywhere } from "./own-sessions.ts";
import { changePassword } from "./password-change.ts";
import { clearRefreshCookie } from "./refresh-cookie.ts";
import { visitorOf } from "./visitor.ts";

/** What people do to their own accounts. */
export function ownAccountRoutes(http: Router): void {
  http.on(ownAccount.sessions, (ctx, _, caller) => ownSessions(ctx, caller));
  http.on(ownAccount.endSession, async (ctx, { params }, caller, exchange) => {
    await endOne(ctx, caller, params.sessionId, visitorOf(exchange));
    return { success: true };
  });
  http.on(ownAccount.signOutEverywhere, async (ctx, { body }, caller, exchange) => {
    const ended = await signOutEverywhere(ctx, caller, body, visitorOf(exchange));
    if (!body.keepCurrent) clearRefreshCookie(exchange);
    return { success: true, ended };
  });
  http.on(ownAccount.changePassword, async (ctx, { body }, caller, exchange) => {
    await changePassword(ctx, caller, body, visitorOf(exchange));
    return { success: true, message: "Your password was changed." };
  });
  http.on(ownAccount.changeEmail, async (ctx, { body }, caller, exchange) => {
    await changeEmail(ctx, caller, body, visitorOf(exchange));
    return { success: true, message: "Verification code sent to your email!" };
  });
  http.on(ownAccount.confirmEmailChange, async (ctx, { body }, caller, exchange) => {
    await confirmEmailChange(ctx, caller, body, visitorOf(exchange));
    return { success: true, message: "Your e-mail was changed." };
  });
  http.on(ownAccount.undoEmailChange, async (ctx, { body }, _, exchange) => {
    await undoEmailChange(ctx, body.token, visitorOf(exchange));
    return {
      success: true,
      message: "Your account belongs to this e-mail again. Now choose a new password with 'Forgot password?'.",
    };
  });
  http.on(ownAccount.accountEvents, (ctx, _, { uid }) => accountEvents(ctx, uid));
}
