const countsBySource = new Map<string, number>();

/** Shows the sum of the unread counts on the icon of the installed app, if the system supports it. */
export function updateAppBadge(source: "messages" | "notifications", count: number): void {
  countsBySource.set(source, count);
  const sum = [...countsBySource.values()].reduce((total, one) => total + one, 0);
  // Without an argument the system would show a dot.
  const shown = sum > 0 ? navigator.setAppBadge?.(sum) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}
