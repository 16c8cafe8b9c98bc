/** The browser's offer to install the app. */
export interface InstallPrompt extends Event {
  readonly prompt: () => Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

let kept: Event | undefined;

/** Keeps the browser's offer until the right moment; it comes once, soon after the page has loaded. */
export const keepInstallPrompt = (): void =>
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    kept = event;
  });

export const findInstallPrompt = (): InstallPrompt | undefined => (kept && isInstallPrompt(kept) ? kept : undefined);

const isInstallPrompt = (event: Event): event is InstallPrompt => "prompt" in event;
