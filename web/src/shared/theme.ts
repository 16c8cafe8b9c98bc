/** "system" follows the device. */
export type Theme = "light" | "dark" | "system";

const KEY = "commonlane.theme";

/** What was chosen on this device. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

/** Keeps a choice on this device and shows it. */
export function saveTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Where nothing is kept, the choice holds until the page is left.
  }
  applyTheme(theme);
}

/** Shows the app in a theme; to be called before anything is drawn. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
