let hostElement: HTMLElement | undefined;

/** Container of the toasts. It moves into the topmost modal dialog, because everything outside is inert. */
export function toastHost(): HTMLElement {
  hostElement ??= document.createElement("div");
  return hostElement;
}

/** Call it after a modal dialog has opened and before one closes. */
export function moveToastsToFront(closingDialog?: HTMLElement): void {
  const host = toastHost();
  const open = [...document.querySelectorAll<HTMLElement>("dialog:modal")].filter(
    (dialog) => dialog !== closingDialog,
  );
  const front = open.at(-1) ?? document.body;
  if (host.parentElement !== front) front.append(host);
  const layer = host.querySelector<HTMLElement>("[popover]");
  // Moving the element closes it; showing it again puts it above the dialog.
  if (layer?.showPopover && !layer.matches(":popover-open")) layer.showPopover();
}
