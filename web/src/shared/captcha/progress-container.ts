export const CONTAINER_ID = "captcha-container";

/** Writes the status into the container. */
export function showProgress(state: "working" | "ready" | "failed"): void {
  // Tests may run without a document.
  const container = globalThis.document?.getElementById(CONTAINER_ID);
  if (container) container.dataset["state"] = state;
}
