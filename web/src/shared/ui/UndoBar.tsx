import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Button } from "./Button.tsx";
import { isFocusUnowned } from "./focus/unowned-focus.ts";

interface UndoBarProps {
  /** What is about to be done. */
  readonly text: string;
  /** Nothing from when it is too late for that. */
  readonly onUndo: (() => void) | undefined;
}

/** Stands where something is about to be done, with the way back. It takes the focus of what it stands for: time is short. */
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
