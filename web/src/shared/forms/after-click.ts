const WITHOUT_CLICK_MS = 1000;

/**
 * Runs `callback` after the click that is in progress, or after a second if there is none. What a blur changes would
 * otherwise move the button under the pointer before the press ends, and the browser would not count it as a click.
 */
export function afterClick(callback: () => void): void {
  const run = () => {
    removeEventListener("click", run);
    clearTimeout(timer);
    callback();
  };
  const timer = setTimeout(run, WITHOUT_CLICK_MS);
  addEventListener("click", run);
}
