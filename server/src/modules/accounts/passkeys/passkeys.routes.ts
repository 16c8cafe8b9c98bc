import { passkeys } from "@commonlane/contract/passkeys";
import type { EndpointRouter } from "#platform/http/endpoints/endpoint-router.ts";
import type { Exchange } from "#platform/http/endpoints/exchange.ts";
import type { Settings } from "#platform/settings.ts";
import { startConfirmation } from "../second-factor/confirmation.ts";
import { readRefreshCookie, setSessionCookies } from "../sessions/refresh-cookie.ts";
import { getClientInfo } from "../sign-in/client-info.ts";
import { signInWithPasskey, startPasskeySignIn } from "../sign-in/passkey-sign-in.ts";
import { readPasskeyRequest, startPasskeyRequest } from "./challenges.ts";
import { listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from "./own-passkeys.ts";
import { registerPasskey, startRegistration } from "./passkey-registration.ts";
import { relyingPartyOf } from "./verify-passkey.ts";

/** For a request of a challenge: the website, and the browser that must answer. */
const openRequest = (settings: Settings, exchange: Exchange) => ({
  party: relyingPartyOf(settings, exchange),
  browserHash: startPasskeyRequest(exchange),
});
/** For the answer to a challenge. */
const sourceOf = (settings: Settings, exchange: Exchange) => ({
  ...getClientInfo(exchange),
  party: relyingPartyOf(settings, exchange),
  browserHash: readPasskeyRequest(exchange),
});

/** Routes to sign in with passkeys, and with which users manage their own. */
export function passkeyRoutes(http: EndpointRouter): void {
  http.on(passkeys.list, (ctx, _, caller) => listOwnPasskeys(ctx, caller));
  http.on(passkeys.startRegistration, (ctx, _, caller, exchange) =>
    startRegistration(ctx, caller, openRequest(ctx.settings, exchange)),
  );
  http.on(passkeys.register, (ctx, { body }, caller, exchange) =>
    registerPasskey(ctx, caller, body, sourceOf(ctx.settings, exchange)),
  );
  http.on(passkeys.rename, (ctx, { params, body }, caller) =>
    renameOwnPasskey(ctx, caller, params.passkeyId, body.name),
  );
  http.on(passkeys.remove, async (ctx, { params }, caller, exchange) => {
    await removeOwnPasskey(ctx, caller, params.passkeyId, getClientInfo(exchange));
    return { success: true };
  });
  http.on(passkeys.startSignIn, (ctx, _, __, exchange) =>
    startPasskeySignIn(ctx, openRequest(ctx.settings, exchange)),
  );
  http.on(passkeys.signIn, async (ctx, { body }, _, exchange) => {
    const source = {
      ...sourceOf(ctx.settings, exchange),
      previousToken: readRefreshCookie(exchange),
    };
    return setSessionCookies(await signInWithPasskey(ctx, body.response, source), exchange);
  });
  http.on(passkeys.startConfirmation, (ctx, _, caller, exchange) =>
    startConfirmation(ctx, caller, openRequest(ctx.settings, exchange)),
  );
}
