import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Button } from "./Button.tsx";
import { isFocusUnowned } from "./focus/restore-focus.ts";

interface UndoBarProps {
  /** The pending action. */
  readonly text: string;
  /** Undefined once it is too late. */
  readonly onUndo: (() => void) | undefined;
}

/** Shown while a decision can be undone. Takes the focus from the element it replaces, because time is short. */
export function UndoBar({ text, onUndo }: UndoBarProps) {
  const { t } = useLingui();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocusUnowned()) bar.current?.querySelector("button")?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={bar} className="flex flex-wrap items-center gap-3">
      <p role="status" className="flex-1 text-ink-2">
        {text}
      </p>
      {onUndo && (
        <Button variant="line" size="sm" onClick={onUndo}>
          {t`Undo`}
        </Button>
      )}
    </div>
  );
}
