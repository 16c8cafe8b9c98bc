/** Actions that need a proof of work; a proof is valid for one action only. */
export const captchaActions = [
  "registration-code",
  "sign-up",
  "password-reset-code",
  "email-verification",
  "resend-verification",
  "email-change",
] as const;
export type CaptchaAction = (typeof captchaActions)[number];

/** Header with the base64 JSON of captcha.ts's `ProofOfWork`. Free of schemas, because every page loads this module. */
export const PROOF_OF_WORK_HEADER = "captcha-proof";
/** Maximum length of the header; longer values are rejected. */
export const PROOF_OF_WORK_MAX_LENGTH = 4096;
