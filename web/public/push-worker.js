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
  const appWindow = await findAnswering(windows);
  if (!appWindow) return self.clients.openWindow(path);
  // The page navigates by itself, because this worker does not control it.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker is of its origin
  appWindow.postMessage({ open: path });
  return appWindow.focus();
}

/** A page that is awake answers at once, and a browser opens a window only for a moment after a tap. */
const ANSWER_MS = 500;

/** The first window whose page can open others: those of a signed-in user. Undefined if none answers. */
function findAnswering(windows) {
  return new Promise((resolve) => {
    setTimeout(resolve, windows.length > 0 ? ANSWER_MS : 0);
    for (const appWindow of windows) {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => resolve(appWindow), { once: true });
      port1.start();
      appWindow.postMessage({ ask: "open" }, [port2]);
    }
  });
}
