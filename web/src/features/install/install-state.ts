import { DAY_MS } from "@commonlane/contract/durations";

const KEY = "commonlane.install";
const VISIT_KEY = "commonlane.visit";
/** An offer that was dismissed returns after this time. */
export const DISMISSED_DAYS = 90;

interface InstallState {
  /** Id of the first visit with this browser. */
  readonly firstVisit: string;
  readonly dismissedAt?: number;
}

type Stores = Pick<typeof globalThis, "localStorage" | "sessionStorage">;

/** Records the visit, and returns true unless it is the first or the offer was dismissed recently. */
export function mayOfferInstall(stores: Stores, nowMs: number): boolean {
  try {
    const visit = stores.sessionStorage.getItem(VISIT_KEY) ?? String(nowMs);
    stores.sessionStorage.setItem(VISIT_KEY, visit);
    const state = readState(stores);
    if (!state) {
      stores.localStorage.setItem(
        KEY,
        JSON.stringify({ firstVisit: visit } satisfies InstallState),
      );
      return false;
    }
    if (state.firstVisit === visit) return false;
    return state.dismissedAt === undefined || nowMs - state.dismissedAt > DISMISSED_DAYS * DAY_MS;
  } catch {
    // Without storage a dismissal could not be remembered.
    return false;
  }
}

export function dismissInstall(stores: Stores, nowMs: number): void {
  const { firstVisit = "" } = readState(stores) ?? {};
  stores.localStorage.setItem(
    KEY,
    JSON.stringify({
      firstVisit,
      dismissedAt: nowMs,
    } satisfies InstallState),
  );
}

function readState({ localStorage }: Stores): InstallState | undefined {
  const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
  return isInstallState(stored) ? stored : undefined;
}

const isInstallState = (stored: unknown): stored is InstallState =>
  typeof stored === "object" &&
  stored !== null &&
  "firstVisit" in stored &&
  typeof stored.firstVisit === "string";
