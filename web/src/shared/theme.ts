import { useSyncExternalStore } from "react";
import { createObservable } from "#shared/observable.ts";

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

/** "system" follows the device. */
export type Theme = "light" | "dark" | "system";

const KEY = "commonlane.theme";

/** Theme chosen on this device. */
function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

/** Stores and applies a theme on this device. */
function saveTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be full or blocked; then the choice lasts until the page is closed.
  }
  applyTheme(theme);
}

/** Applies a theme; call it before the first render. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
