export { beginNotices, noticesOfFacts, type Records } from "./from-facts.ts";
export { ensureNoticeKeys, linkSecret } from "./keys.ts";
export { noteMailed } from "./mail-delivery.ts";
export { settleNoticesBetween } from "./notices.ts";
export { noticeRoutes } from "./notices.routes.ts";
export type { NewNotice } from "./notices.store.ts";
export { noticeWorkers, notify } from "./sending.ts";
export { mountStopLettersPage } from "./stop-letters.ts";
export { noticeSweeps } from "./sweeps.ts";
