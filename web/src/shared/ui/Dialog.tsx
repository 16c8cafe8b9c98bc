import { useLingui } from "@lingui/react/macro";
import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { IconButton } from "./IconButton.tsx";
import { moveToastsToFront } from "./toasts/toast-host.ts";

const placements = {
  /** In the middle; on a phone it rises from the bottom edge. */
  dialog:
    "mx-auto mt-auto mb-0 w-full max-w-full rounded-t-lg sm:my-auto sm:w-[min(32rem,calc(100%-2rem))] sm:rounded-lg",
  /** At the bottom edge, whatever the width. */
  sheet: "mx-auto mt-auto mb-0 w-full max-w-2xl rounded-t-lg",
  /** The whole phone; at the end side of a wide window. */
  drawer: "ms-auto me-0 my-0 h-dvh max-h-dvh w-full max-w-full sm:w-[26rem] sm:rounded-s-lg",
};

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  placement?: keyof typeof placements | undefined;
  children: ReactNode;
  /** The button that leaves everything as it is, the first of the row. */
  cancelLabel?: string | undefined;
  /** What was confirmed is on its way and cannot be left any more: the dialog stays until it is answered. */
  busy?: boolean | undefined;
  /** The row of buttons under the content. */
  footer?: ReactNode;
}

/**
 * A modal on the browser's own dialog element, which keeps the focus inside, closes on Escape and gives the focus back.
 * A click beside it closes it too. The content is made anew at each opening.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog(props: Omit<DialogProps, "open">) {
  const { onClose, title, placement = "dialog", children, cancelLabel, busy, footer } = props;
  const { t } = useLingui();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Not useEffect: an element that is out of the page already does not give the focus back when it closes.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    moveToastsToFront();
    return () => {
      if (element) moveToastsToFront(element);
      element?.close();
    };
  }, []);
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React tells it of a dialog within this one, too.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onClose={(event) => {
        // A second Escape in a row closes it without asking.
        if (!busy || event.target !== dialog.current) return;
        dialog.current.showModal();
        moveToastsToFront();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
      className={cx("modal max-h-[92dvh] bg-surface p-0 text-ink shadow-3", placements[placement])}
    >
      <div className="flex max-h-[inherit] min-h-full flex-col">
        <div className="flex items-center gap-2 py-3 ps-5 pe-3">
          <h2 id={titleId} className="min-w-0 flex-1 pt-1 text-xl font-bold tracking-[-.015em]">
            {title}
          </h2>
          <IconButton icon="close" label={t`Close`} disabled={busy} onClick={close} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
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
