import { captcha } from "@commonlane/contract/captcha";
import type { Routes } from "#platform/http/route.ts";
import type { Captcha } from "./captcha.ts";

export const captchaRoutes =
  (work: Captcha): Routes =>
  (http) => {
    http.on(captcha.challenge, (_, { query }, __, { address }) => work.challenge(query.action, address));
  };
