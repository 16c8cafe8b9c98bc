export { beginNotices, noticesOfFacts } from "./from-facts.ts";
export { notify } from "./notices.ts";
export { noticeRoutes } from "./notices.routes.ts";
export { noticeSweeps } from "./sweeps.ts";
