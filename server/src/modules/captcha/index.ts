import { captcha } from "@commonlane/contract/captcha";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import type { Captcha } from "./captcha.ts";

export { Captcha, captchaSweeps, ensureCaptchaSecret } from "./captcha.ts";

export const captchaRoutes =
  (work: Captcha): RegisterRoutes =>
  (http) => {
    http.on(captcha.challenge, (_, { query }, __, { address }) =>
      work.challenge(query.action, address, query.difficulty),
    );
  };
