/** The one place that writes to the browser's console. */
export const log = {
  error(what: string, details: Record<string, unknown>): void {
    // oxlint-disable-next-line no-console -- every other file logs through here
    console.error(what, details);
  },
};
