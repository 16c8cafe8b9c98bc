/** What a proof of work can be good for; one that was made for one of these is good for no other. */
export const captchaActions = [
  "registration-code",
  "sign-up",
  "password-reset-code",
  "email-verification",
  "resend-verification",
  "email-change",
] as const;
export type CaptchaAction = (typeof captchaActions)[number];

/** The header that carries a proof: the JSON of captcha.ts's `Proof` in base64. Kept free of schemas, as every page reads it. */
export const PROOF_OF_WORK_HEADER = "captcha-proof";
/** A proof is as long as its parts; anything longer is none. */
export const PROOF_OF_WORK_MAX_LENGTH = 4096;
