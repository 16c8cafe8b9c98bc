import { providerAdministration } from "@commonlane/contract/provider-administration";
import { signInProviders } from "@commonlane/contract/sign-in-providers";
import { getClientInfo } from "#modules/accounts/sign-in/index.ts";
import { readRefreshCookie, setSessionCookies } from "#modules/accounts/sessions/index.ts";
import type { EndpointRouter, RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { bindBrowser, readBrowser, releaseBrowser } from "./browser-cookie.ts";
import { confirmEmail, sendEmailCode } from "./confirm-email.ts";
import {
  confirmLink,
  createProvidedAccount,
  linkWithPassword,
  signInWithCode,
} from "./first-sign-in.ts";
import { listOwnIdentities, unlinkIdentity } from "./linked-identities.ts";
import { ProviderConfigurations } from "./openid-client.ts";
import {
  changeProvider,
  checkProvider,
  getLogo,
  listProviders,
  removeProvider,
} from "./providers.ts";
import { finishSignIn, startSignIn } from "./sign-in.ts";

export const signInProviderRoutes: RegisterRoutes = (http) => {
  signInRoutes(http, new ProviderConfigurations());
  confirmationRoutes(http);
  http.on(providerAdministration.list, (ctx) => listProviders(ctx));
  http.on(providerAdministration.save, (ctx, { params, body }, by) =>
    changeProvider(ctx, by.uid, params.providerId, body),
  );
  http.on(providerAdministration.remove, (ctx, { params }, by) =>
    removeProvider(ctx, by.uid, params.providerId),
  );
  http.on(providerAdministration.check, (ctx, { params }) => checkProvider(ctx, params.providerId));
};

function signInRoutes(http: EndpointRouter, configurations: ProviderConfigurations): void {
  http.on(signInProviders.logo, (ctx, { params }) => getLogo(ctx, params.providerId));
  http.on(signInProviders.start, (ctx, { params, body }, _, exchange) =>
    startSignIn(ctx, configurations, {
      ...params,
      ...body,
      browserHash: bindBrowser(exchange),
      linkUid: null,
    }),
  );
  http.on(signInProviders.startLink, async (ctx, { params, body }, caller, exchange) => {
    const browserHash = bindBrowser(exchange);
    return startSignIn(ctx, configurations, {
      ...params,
      ...body,
      browserHash,
      linkUid: caller.uid,
    });
  });
  http.on(signInProviders.finish, async (ctx, { params, body }, caller, exchange) => {
    const { outcome, opened, browserHash } = await finishSignIn(ctx, configurations, {
      ...params,
      ...body,
      browserHashes: readBrowser(exchange),
      rebind: (replacedHash) => bindBrowser(exchange, replacedHash),
      callerUid: caller?.uid,
      client: getClientInfo(exchange),
      previousToken: readRefreshCookie(exchange),
    });
    if (!opened) return outcome;
    releaseBrowser(exchange, browserHash);
    return {
      ...outcome,
      session: setSessionCookies(opened, exchange),
    };
  });
}

/** What a person confirms after a provider has identified them, in the same browser. */
function confirmationRoutes(http: EndpointRouter): void {
  http.on(signInProviders.sendEmailCode, async (ctx, { body }, _, exchange) => {
    const browser = {
      browserHashes: readBrowser(exchange),
      client: getClientInfo(exchange),
    };
    await sendEmailCode(ctx, body.email, browser);
    return { success: true };
  });
  http.on(signInProviders.confirmEmail, (ctx, { body }, _, exchange) =>
    confirmEmail(ctx, body, {
      browserHashes: readBrowser(exchange),
      client: getClientInfo(exchange),
      rebind: (replacedHash) => bindBrowser(exchange, replacedHash),
    }),
  );
  http.on(signInProviders.createAccount, async (ctx, { body }, _, exchange) => {
    const browser = {
      browserHashes: readBrowser(exchange),
      client: getClientInfo(exchange),
    };
    const { opened, returnTo, browserHash } = await createProvidedAccount(ctx, body, browser);
    releaseBrowser(exchange, browserHash);
    return {
      session: setSessionCookies(opened, exchange),
      returnTo,
    };
  });
  http.on(signInProviders.finishWithCode, async (ctx, { body }, _, exchange) => {
    const { opened, returnTo, browserHash } = await signInWithCode(ctx, body.code, {
      browserHashes: readBrowser(exchange),
      client: getClientInfo(exchange),
      previousToken: readRefreshCookie(exchange),
    });
    releaseBrowser(exchange, browserHash);
    return {
      session: setSessionCookies(opened, exchange),
      returnTo,
    };
  });
  http.on(signInProviders.linkWithPassword, async (ctx, { body }, _, exchange) => {
    const { opened, returnTo, browserHash } = await linkWithPassword(ctx, body, {
      browserHashes: readBrowser(exchange),
      client: getClientInfo(exchange),
      previousToken: readRefreshCookie(exchange),
    });
    releaseBrowser(exchange, browserHash);
    return {
      session: setSessionCookies(opened, exchange),
      returnTo,
    };
  });
  http.on(signInProviders.confirmLink, async (ctx, _, caller, exchange) => {
    const browser = {
      browserHashes: readBrowser(exchange),
      client: getClientInfo(exchange),
    };
    const { browserHash } = await confirmLink(ctx, caller, browser);
    releaseBrowser(exchange, browserHash);
    return { success: true };
  });
  http.on(signInProviders.linked, (ctx, _, { uid }) => listOwnIdentities(ctx, uid));
  http.on(signInProviders.unlink, async (ctx, { params }, caller, exchange) => {
    await unlinkIdentity(ctx, caller.uid, params.identityId, getClientInfo(exchange));
    return { success: true };
  });
}
