import { useSyncExternalStore } from "react";
import { createObservable } from "./observable.ts";
import { readTheme, saveTheme, type Theme } from "./theme.ts";

const theme = createObservable<Theme | undefined>(undefined);

/** The theme chosen on this device, and a function that stores and applies another one. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const chosen = useSyncExternalStore(theme.subscribe, theme.get);
  return [chosen ?? readTheme(), chooseTheme];
}

function chooseTheme(next: Theme): void {
  saveTheme(next);
  theme.set(next);
}
