import { useEffect } from "react";
import { startRestoringFocus } from "#shared/ui/focus/restore-focus.ts";

/** Draws nothing: whoever goes by keyboard or by ear keeps their place when what had the focus vanishes. */
export function FocusRestorer() {
  useEffect(startRestoringFocus, []);
  return null;
}
