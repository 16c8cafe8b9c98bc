/** Marks an element focused as a fallback; other code may move the focus away from it. */
export const PROVISIONAL_FOCUS = "data-kept-focus";

/** True if no element chosen by the user has the focus. */
export function isFocusUnowned(): boolean {
  const { activeElement: focused, body } = document;
  return focused === null || focused === body || focused.hasAttribute(PROVISIONAL_FOCUS);
}
