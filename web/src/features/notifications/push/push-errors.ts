import { msg } from "@lingui/core/macro";

/** Reasons why push does not work (specification, section 8), each with advice for the user. */
export const pushErrors = {
  "permission-default": msg`You haven't allowed notifications yet. Turn push on again and choose Allow.`,
  "permission-blocked": msg`Your browser blocks notifications from this site. Allow them in the site settings next to the address bar and try again.`,
  "unsupported-browser": msg`This browser doesn't support push, so we'll e-mail you instead. On an iPhone or iPad, add the app to the home screen first.`,
  "failed-service-worker-registration": msg`We couldn't set up push in this browser. A private window or a content blocker may be the reason.`,
  "token-subscribe-failed": msg`Your browser couldn't reach its push service. Check your connection and try again; until then, we'll e-mail you.`,
  "token-subscribe-no-token": msg`Your browser didn't provide a push address. Try again or restart the browser.`,
  "token-update-failed": msg`We couldn't set up push in this browser. We'll try again next time you open the app.`,
  "token-unsubscribe-failed": msg`Couldn't turn off push. Try again, or block notifications in your browser settings.`,
} as const;
export type PushErrorCode = keyof typeof pushErrors;

/** Push could not be turned on or off. The code selects the text that the user sees. */
export class PushError extends Error {
  override readonly name = "PushError";
  readonly code: PushErrorCode;

  constructor(code: PushErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}
