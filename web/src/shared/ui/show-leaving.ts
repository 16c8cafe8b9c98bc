/** A little longer than the animation in styles.css. */
const LEAVES_FOR_MS = 180;

/**
 * Lets a dialog leave with a motion, although its element is removed at once: a copy without a function moves out. Call
 * it before the dialog closes.
 */
export function showLeaving(dialog: HTMLDialogElement): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const copy = dialog.cloneNode(true);
  if (!(copy instanceof HTMLDialogElement)) return;
  copy.inert = true;
  copy.ariaHidden = "true";
  for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
  copy.classList.replace("modal", "modal-leaving");
  document.body.append(copy);
  setTimeout(() => copy.remove(), LEAVES_FOR_MS);
}
