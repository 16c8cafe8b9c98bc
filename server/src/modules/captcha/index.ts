export { Captcha, captchaSweeps, ensureCaptchaSecret } from "./captcha.ts";
export { captchaRoutes } from "./captcha.routes.ts";
