/** The one place that writes to the browser's console. */
export const log = {
  error(message: string, details: Record<string, unknown>): void {
    // oxlint-disable-next-line no-console -- every other file logs through here
    console.error(message, details);
  },
};
