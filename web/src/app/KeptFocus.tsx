import { useEffect } from "react";
import { keepFocus } from "#shared/ui/kept-focus.ts";

/** Draws nothing: whoever goes by keyboard or by ear keeps their place when what had the focus vanishes. */
export function KeptFocus() {
  useEffect(keepFocus, []);
  return null;
}
