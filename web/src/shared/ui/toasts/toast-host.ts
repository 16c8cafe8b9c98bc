let hostElement: HTMLElement | undefined;

/**
 * The element that toasts are drawn in. It is moved into whichever modal dialog is in front, because everything outside of
 * one can be neither clicked nor read aloud.
 */
export function toastHost(): HTMLElement {
  hostElement ??= document.createElement("div");
  return hostElement;
}

/** To be called when a modal dialog has opened or is about to go. */
export function moveToastsToFront(closingDialog?: HTMLElement): void {
  const host = toastHost();
  const open = [...document.querySelectorAll<HTMLElement>("dialog:modal")].filter((dialog) => dialog !== closingDialog);
  const front = open.at(-1) ?? document.body;
  if (host.parentElement !== front) front.append(host);
  const layer = host.querySelector<HTMLElement>("[popover]");
  // Moving closes it; showing it again brings it before the dialog.
  if (layer?.showPopover && !layer.matches(":popover-open")) layer.showPopover();
}
