import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { IconButton } from "./IconButton.tsx";
import { moveToastsToFront } from "./toasts/toast-list.ts";

const placements = {
  /** Centred; on phones it slides up from the bottom edge. */
  dialog:
    "mx-auto mt-auto mb-0 w-full max-w-full rounded-t-lg sm:my-auto sm:w-[min(32rem,calc(100%-2rem))] sm:rounded-lg",
  /** At the bottom edge at any width. */
  sheet: "mx-auto mt-auto mb-0 w-full max-w-2xl rounded-t-lg",
  /** Full screen on phones, large elsewhere; the content reaches the edges. */
  screen:
    "m-0 h-dvh max-h-dvh w-full max-w-full sm:m-auto sm:h-[min(48rem,92dvh)] sm:w-[min(56rem,calc(100%-2rem))] sm:rounded-lg",
  /** Full screen on phones; at the end side of wide windows. */
  drawer: "ms-auto me-0 my-0 h-dvh max-h-dvh w-full max-w-full sm:w-[26rem] sm:rounded-s-lg",
};

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  placement?: keyof typeof placements | undefined;
  children: ReactNode;
  /** Label of the cancel button, the first in the row. */
  cancelLabel?: string | undefined;
  /** The confirmed action is running: the dialog stays open until it ends. */
  busy?: boolean | undefined;
  /** Row of buttons below the content. */
  footer?: ReactNode;
}

/**
 * A modal based on the native dialog element, which traps and restores the focus and closes on Escape. A click outside
 * also closes it. The content is mounted again on each opening.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog(props: Omit<DialogProps, "open">) {
  const { onClose, title, placement = "dialog", children, cancelLabel, busy, footer } = props;
  const { t } = useLingui();
  const isScreen = placement === "screen";
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Not useEffect: a dialog that is already removed from the page does not restore the focus when it closes.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    moveToastsToFront();
    return () => {
      if (!element) return;
      moveToastsToFront(element);
      if (!isScreen) showLeaving(element);
      element.close();
    };
  }, [isScreen]);
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React also passes on events of nested dialogs.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onClose={(event) => {
        // Browsers close a dialog on a second Escape without asking.
        if (!busy || event.target !== dialog.current) return;
        dialog.current.showModal();
        moveToastsToFront();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
      className={cx("modal max-h-[92dvh] bg-surface p-0 text-ink shadow-3", placements[placement])}
    >
      <div className={cx("flex flex-col", isScreen ? "h-full" : "max-h-[inherit] min-h-full")}>
        <div className="flex items-center gap-2 py-3 ps-5 pe-3">
          <h2 id={titleId} className="min-w-0 flex-1 pt-1 text-xl font-bold tracking-[-.015em]">
            {title}
          </h2>
          <IconButton icon="close" label={t`Close`} disabled={busy} onClick={close} />
        </div>
        <div className={cx("min-h-0 flex-1", !isScreen && "overflow-y-auto px-5 pb-5")}>
          {children}
        </div>
        {(cancelLabel ?? footer) && (
          <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
            {cancelLabel && (
              <Button variant="line" disabled={busy} onClick={close}>
                {cancelLabel}
              </Button>
            )}
            {footer}
          </div>
        )}
      </div>
    </dialog>
  );
}

/** A little longer than the animation in styles.css. */
const LEAVES_FOR_MS = 180;

/**
 * Lets a dialog leave with a motion, although its element is removed at once: a copy without a function moves out. Call
 * it before the dialog closes.
 */
function showLeaving(dialog: HTMLDialogElement): void {
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
