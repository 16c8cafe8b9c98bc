import { administration } from "@commonlane/contract/administration";
import { setup } from "@commonlane/contract/setup";
import { setSessionCookies } from "#modules/accounts/sessions/index.ts";
import { getClientInfo } from "#modules/accounts/sign-in/index.ts";
import { listTeam, setRole } from "#modules/moderation/index.ts";
import { getDataProtection } from "#modules/personal-data/index.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import type { Checks } from "#platform/http/health/readiness.ts";
import { getAppearance, removeLogo, setLogo } from "./appearance.ts";
import { assertSetupKey, createFirstAdministrator } from "./first-setup.ts";
import { getServerStatus } from "./go-live.ts";
import { changeSettings, getSettings } from "./settings.ts";
import { sendTestEmail } from "./test-email.ts";

export { createSetupLink } from "./first-setup.ts";

/** `checks` are the readiness checks of the server. */
export const administrationRoutes =
  (checks: Checks): RegisterRoutes =>
  (http) => {
    http.on(administration.settings, (ctx) => getSettings(ctx));
    http.on(administration.changeSettings, (ctx, { body }, by) =>
      changeSettings(ctx, by.uid, body),
    );
    http.on(administration.appearance, async (ctx, { query }) => getAppearance(ctx, query.color));
    http.on(administration.setLogo, (ctx, { body }, by) => setLogo(ctx, by.uid, body));
    http.on(administration.removeLogo, (ctx, _, by) => removeLogo(ctx, by.uid));
    http.on(administration.dataProtection, async (ctx) => getDataProtection(ctx));
    http.on(administration.sendTestEmail, (ctx, _, by) => sendTestEmail(ctx, by.uid));
    http.on(administration.status, (ctx) => getServerStatus(ctx, checks));
    http.on(administration.team, (ctx) => listTeam(ctx));
    http.on(administration.setRole, (ctx, { body }, by) =>
      setRole(ctx, by.uid, body.email, body.role),
    );
    http.on(setup.checkKey, async (ctx, { body }) => {
      await assertSetupKey(ctx, body.key);
      return { success: true };
    });
    http.on(setup.createAdministrator, async (ctx, { body }, _, exchange) =>
      setSessionCookies(
        await createFirstAdministrator(ctx, body, getClientInfo(exchange)),
        exchange,
      ),
    );
  };
