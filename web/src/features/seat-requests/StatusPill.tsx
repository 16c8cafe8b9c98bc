import type { SeatRequestStatus } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { Pill } from "#shared/ui/Pill.tsx";
import { statusLook } from "./request-status.ts";

export function StatusPill({ status, forHost }: { status: SeatRequestStatus; forHost?: boolean }) {
  const { t, i18n } = useLingui();
  const look = statusLook[status];
  return (
    <Pill tone={look.tone} icon={look.icon}>
      {forHost && status === "pending" ? t`Waiting for you` : i18n._(look.text)}
    </Pill>
  );
}
