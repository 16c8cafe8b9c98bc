/** Marks what was given the focus for want of anything better; whoever knows better takes it. */
export const KEPT_FOR_NOW = "data-kept-focus";

/** Whether nothing that somebody chose has the focus. */
export function isFocusNobodys(): boolean {
  const { activeElement: focused, body } = document;
  return focused === null || focused === body || focused.hasAttribute(KEPT_FOR_NOW);
}
