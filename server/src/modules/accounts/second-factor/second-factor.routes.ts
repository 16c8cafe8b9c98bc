import { secondFactor } from "@commonlane/contract/second-factor";
import type { EndpointRouter } from "#platform/http/endpoints/endpoint-router.ts";
import { readPasskeyRequest } from "../passkeys/challenges.ts";
import { relyingPartyOf } from "../passkeys/verify-passkey.ts";
import { getClientInfo } from "../sign-in/client-info.ts";
import { confirmWithPasskey, confirmWithPassword } from "./confirmation.ts";
import {
  getSecondFactorStatus,
  renewRecoveryCodes,
  setUpAuthenticatorApp,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from "./second-factor.ts";

/** Routes with which users confirm that it is them, and manage their authenticator app. */
export function secondFactorRoutes(http: EndpointRouter): void {
  http.on(secondFactor.status, (ctx, _, caller) => getSecondFactorStatus(ctx, caller));
  http.on(secondFactor.confirm, async (ctx, { body }, caller, exchange) => {
    const { passkey, password = "", code } = body;
    if (passkey) {
      const source = {
        party: relyingPartyOf(ctx.settings, exchange),
        browserHash: readPasskeyRequest(exchange),
      };
      await confirmWithPasskey(ctx, caller, passkey, source);
    } else
      await confirmWithPassword(
        ctx,
        caller,
        {
          password,
          code,
        },
        getClientInfo(exchange),
      );
    return { success: true };
  });
  http.on(secondFactor.setUp, (ctx, _, caller) => setUpAuthenticatorApp(ctx, caller));
  http.on(secondFactor.turnOn, (ctx, { body }, caller, exchange) =>
    turnOnSecondFactor(ctx, caller, body.code, getClientInfo(exchange)),
  );
  http.on(secondFactor.turnOff, async (ctx, _, caller, exchange) => {
    await turnOffSecondFactor(ctx, caller, getClientInfo(exchange));
    return { success: true };
  });
  http.on(secondFactor.renewRecoveryCodes, (ctx, _, caller, exchange) =>
    renewRecoveryCodes(ctx, caller, getClientInfo(exchange)),
  );
}
