type KeyPress = Pick<KeyboardEvent, "key" | "keyCode" | "isComposing">;

/** Says that an input method handles the key. Safari sends it with the Enter that has just ended a composition. */
const HANDLED_BY_INPUT_METHOD = 229;

/**
 * The pressed key; "" while it belongs to an input method, which uses Enter, Escape and arrows to choose characters.
 * Every handler of keys, of the browser's events or React's, asks this instead of `event.key`.
 *
 * @example
 *   onKeyDown={(event) => pressedKey(event) === "Escape" && close()}
 */
export function pressedKey(event: KeyPress | { readonly nativeEvent: KeyPress }): string {
  const press = "nativeEvent" in event ? event.nativeEvent : event;
  return press.isComposing || press.keyCode === HANDLED_BY_INPUT_METHOD ? "" : press.key;
}

/**
 * Index of the option that an arrow key moves to, around both ends of the list. `active` is negative if none is active
 * yet, `by` is 1 or -1.
 */
export function nextOption(active: number, by: number, count: number): number {
  if (active >= 0) return (active + by + count) % count;
  return by > 0 ? 0 : count - 1;
}
