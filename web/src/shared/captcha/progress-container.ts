export const CONTAINER_ID = "captcha-container";

/** Writes into the container what is going on. */
export function showProgress(state: "working" | "ready" | "failed"): void {
  // There is no document where a test runs without a page.
  const container = globalThis.document?.getElementById(CONTAINER_ID);
  if (container) container.dataset["state"] = state;
}
