// Service worker that shows push messages and opens their page. Its path must never change, and it controls no page.

/** The present images of the community, whatever their version. */
const BRAND = "/branding/present";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const { title, text, language, direction, path, tag, batchId, unread } = parsePayload(event.data);
  const notification = self.registration.showNotification(title, {
    body: text,
    lang: language,
    dir: direction,
    tag,
    icon: `${BRAND}/icon-192.png`,
    badge: `${BRAND}/badge-96.png`,
    data: { path },
  });
  event.waitUntil(
    Promise.all([
      notification,
      notification.then(() => confirmDelivery(batchId)),
      updateBadge(unread),
    ]),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? "/notifications"));
});

/** Browsers require a visible notification for every push, even an unreadable one. */
function parsePayload(data) {
  try {
    return data.json();
  } catch {
    return { title: "New notification", text: "", path: "/notifications", tag: "unreadable" };
  }
}

/** Badge of the installed app. A visible page knows the count better. */
async function updateBadge(unread) {
  if (typeof unread !== "number") return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  const update = unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.();
  await update?.catch(() => {});
}

/** Confirms the delivery; otherwise the server sends an e-mail. */
function confirmDelivery(batchId) {
  if (!batchId) return undefined;
  const headers = { "content-type": "application/json" };
  return fetch("/api/notifications/received", {
    method: "POST",
    headers,
    body: JSON.stringify({ batchId }),
  }).catch(() => {});
}

/**
 * Focuses an open window of the app if there is one. The page navigates by itself because this worker does not control
 * it.
 */
async function openPage(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [appWindow] = windows.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (!appWindow) return self.clients.openWindow(path);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker is of its origin
  appWindow.postMessage({ open: path });
  return appWindow.focus();
}
