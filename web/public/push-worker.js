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

/** Focuses a window in which the user is signed in, if there is one; otherwise opens one. */
async function openPage(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const appWindow of windows.toSorted((a, b) => Number(b.focused) - Number(a.focused)))
    if (await opensPage(appWindow, path)) return appWindow.focus();
  return self.clients.openWindow(path);
}

/** A page that is open answers at once. */
const ANSWER_MS = 500;

/**
 * Asks a page to navigate, which it does by itself because this worker does not control it. False for pages that do not,
 * such as the public ones.
 */
function opensPage(appWindow, path) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener("message", () => resolve(true), { once: true });
    port1.start();
    setTimeout(resolve, ANSWER_MS, false);
    appWindow.postMessage({ open: path }, [port2]);
  });
}
