import { CONTAINER_ID } from "./progress-container.ts";

/** Off-screen status of the proof of work on every page, for tests and diagnostics only. */
export const CaptchaContainer = () => (
  <div
    id={CONTAINER_ID}
    aria-hidden="true"
    className="pointer-events-none fixed top-0 -left-[10000px] size-px"
  />
);
