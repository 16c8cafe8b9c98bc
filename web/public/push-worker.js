// Service worker that shows push messages and opens their page. Its path must never change, and it controls no page.

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

/** Browsers require a visible notification for every push, even an unreadable one. */
function read(data) {
  try {
    return data.json();
  } catch {
    return { title: "Something happened", text: "", path: "/notifications", tag: "unreadable" };
  }
}

/** Badge of the installed app. A visible page knows the count better. */
async function count(unread) {
  if (typeof unread !== "number") return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  const shown = unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.();
  await shown?.catch(() => {});
}

/** Confirms the delivery; otherwise the server sends an e-mail. */
function tellArrival(batchId) {
  if (!batchId) return undefined;
  const headers = { "content-type": "application/json" };
  return fetch("/api/notifications/received", { method: "POST", headers, body: JSON.stringify({ batchId }) }).catch(
    () => {},
  );
}

/**
 * Focuses an open window of the app if there is one. The page navigates by itself because this worker does not control
 * it.
 */
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [shown] = windows.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (!shown) return self.clients.openWindow(path);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker is of its origin
  shown.postMessage({ open: path });
  return shown.focus();
}
