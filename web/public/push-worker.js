// Shows what the server pushes, and opens what it is about. It is fetched from this path for ever, and controls no page.

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const { title, text, path, tag, batchId, unread } = read(event.data);
  const shown = self.registration.showNotification(title, {
    body: text,
    tag,
    icon: "/favicon.svg",
    badge: "/favicon.svg",
    data: { path },
  });
  event.waitUntil(Promise.all([shown, shown.then(() => tellArrival(batchId)), count(unread)]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/notifications"));
});

/** Whatever came, a browser wants something shown. */
function read(data) {
  try {
    return data.json();
  } catch {
    return { title: "Something happened", text: "", path: "/notifications", tag: "unreadable" };
  }
}

/** On the icon of the installed app, where the system shows a number there. A page that is looked at knows it better. */
async function count(unread) {
  if (typeof unread !== "number") return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  const shown = unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.();
  await shown?.catch(() => {});
}

/** Without this sign a letter follows. */
function tellArrival(batchId) {
  if (!batchId) return undefined;
  const headers = { "content-type": "application/json" };
  return fetch("/api/notifications/received", { method: "POST", headers, body: JSON.stringify({ batchId }) }).catch(
    () => {},
  );
}

/** In a window of ours where there is one; the page itself goes there, since this worker controls none. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [shown] = windows.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (!shown) return self.clients.openWindow(path);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker is of its origin
  shown.postMessage({ open: path });
  return shown.focus();
}
