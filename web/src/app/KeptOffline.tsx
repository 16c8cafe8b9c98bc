import { OfflineKeeper } from "#features/offline/OfflineKeeper.tsx";
import { fetchOwn } from "./fetch-own.ts";

/** What is kept for when there is no network: the app itself, and the reader's own things. */
export const KeptOffline = () => <OfflineKeeper fetchOwn={fetchOwn} />;
