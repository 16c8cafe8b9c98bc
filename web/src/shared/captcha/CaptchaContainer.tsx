import { CONTAINER_ID } from "./progress-container.ts";

/** Off the screen on every page: where the work for a proof shows how far it is, to whoever looks for it and to nobody else. */
export const CaptchaContainer = () => (
  <div id={CONTAINER_ID} aria-hidden="true" className="pointer-events-none fixed top-0 -left-[10000px] size-px" />
);
