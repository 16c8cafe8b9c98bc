/** Marks what was given the focus for want of anything better; whoever knows better takes it. */
export const PROVISIONAL_FOCUS = "data-kept-focus";

/** Whether nothing that somebody chose has the focus. */
export function isFocusUnowned(): boolean {
  const { activeElement: focused, body } = document;
  return focused === null || focused === body || focused.hasAttribute(PROVISIONAL_FOCUS);
}
