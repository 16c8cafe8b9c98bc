export { Captcha, ensureCaptchaSecret } from "./captcha.ts";
export { captchaRoutes } from "./captcha.routes.ts";
export { captchaSweeps } from "./sweeps.ts";
