import { OfflineSupport } from "#features/offline/OfflineSupport.tsx";
import { prefetchOfflineData } from "./prefetch-offline-data.ts";

/** Stores the app shell and the user's own data for offline use. */
export const OfflineCache = () => <OfflineSupport prefetchOwnData={prefetchOfflineData} />;
