/** "system" follows the device. */
export type Theme = "light" | "dark" | "system";

const KEY = "commonlane.theme";

/** Theme chosen on this device. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

/** Stores and applies a theme on this device. */
export function saveTheme(theme: Theme): void {
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
