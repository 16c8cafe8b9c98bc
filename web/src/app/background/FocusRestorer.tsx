import { useEffect } from "react";
import { startRestoringFocus } from "#shared/ui/focus/restore-focus.ts";

/** Renders nothing: restores the focus for keyboard and screen reader users when the focused element disappears. */
export function FocusRestorer() {
  useEffect(startRestoringFocus, []);
  return null;
}
