export { Captcha, ensureCaptchaSecret, sweepSpentProofs } from "./captcha.ts";
export { captchaRoutes } from "./captcha.routes.ts";
