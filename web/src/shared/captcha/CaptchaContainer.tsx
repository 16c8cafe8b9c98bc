const CONTAINER_ID = "captcha-container";

/** Off-screen status of the proof of work on every page, for tests and diagnostics only. */
export const CaptchaContainer = () => (
  <div
    id={CONTAINER_ID}
    aria-hidden="true"
    className="pointer-events-none fixed top-0 -left-[10000px] size-px"
  />
);

/** Writes the status into the container. */
export function showProgress(state: "working" | "ready" | "failed"): void {
  // Tests may run without a document.
  const container = globalThis.document?.getElementById(CONTAINER_ID);
  if (container) container.dataset["state"] = state;
}
