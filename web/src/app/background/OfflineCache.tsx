import { OfflineSupport } from "#features/offline/OfflineSupport.tsx";
import { prefetchOfflineData } from "./prefetch-offline-data.ts";

/** What is kept for when there is no network: the app itself, and the reader's own things. */
export const OfflineCache = () => <OfflineSupport prefetchOwnData={prefetchOfflineData} />;
