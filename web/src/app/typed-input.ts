type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const CONTROLS = "input, select, textarea";
const listControls = (root: Element): FormControl[] => [
  ...root.querySelectorAll<FormControl>(CONTROLS),
];
const isCheckable = (control: FormControl): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type);

/**
 * Remembers what is typed or filled in by the browser in a prerendered page, enters it when the app has replaced the
 * page, and submits the form if Enter was pressed. The app renders the same form controls in the same order.
 */
export function carryOverTypedInput(): void {
  const prerendered = document.querySelector(".first-paint");
  const root = prerendered?.parentElement;
  if (!prerendered || !root) return;
  const typed = new Map<number, string | boolean>();
  const controls = listControls(prerendered);
  const types = controls.map(({ type }) => type);
  const indexOf = (target: EventTarget | null) =>
    controls.findIndex((control) => control === target);
  const note = (target: EventTarget | null) => {
    const index = indexOf(target);
    const control = controls[index];
    if (control) typed.set(index, isCheckable(control) ? control.checked : control.value);
  };
  for (const control of controls) if (isChanged(control)) note(control);
  let focused = indexOf(document.activeElement);
  for (const event of ["input", "change"])
    prerendered.addEventListener(event, ({ target }) => note(target));
  prerendered.addEventListener("focusin", ({ target }) => (focused = indexOf(target)));
  const observer = new MutationObserver(() => {
    if (prerendered.isConnected) return;
    observer.disconnect();
    const replaced = listControls(root);
    for (const [index, value] of typed) {
      const control = replaced[index];
      if (control && control.type === types[index]) enter(control, value);
    }
    const control = replaced[focused];
    control?.focus({ preventScroll: true });
    // Set by a script that runs before the app (build/preload-chunks.ts). React first takes over what was entered.
    if ("enter" in document.documentElement.dataset)
      requestAnimationFrame(() => control?.form?.requestSubmit());
  });
  observer.observe(root, { childList: true });
}

function isChanged(control: FormControl): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(
      ({ selected, defaultSelected }) => selected !== defaultSelected && selected,
    );
  return isCheckable(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

/** Like a user would, so that the app's state follows. */
function enter(control: FormControl, value: string | boolean): void {
  if (typeof value === "boolean") {
    if (isCheckable(control) && control.checked !== value) control.click();
    return;
  }
  // React remembers values that are set directly and would take the event for a repetition.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(
    control,
    value,
  );
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }),
  );
}
