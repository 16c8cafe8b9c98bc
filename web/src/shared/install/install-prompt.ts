let kept: Event | undefined;

/** Keeps the browser's offer to install the app until the right moment; it comes once, soon after the page has loaded. */
export const keepInstallPrompt = (): void =>
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    kept = event;
  });

/** The event of the browser's offer, if there was one. */
export const findInstallPrompt = (): Event | undefined => kept;
