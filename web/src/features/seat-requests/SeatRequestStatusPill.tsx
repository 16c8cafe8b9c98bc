import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { Pill } from "#shared/ui/Pill.tsx";
import { isUnconfirmed, statusLook } from "./request-status.ts";

export function SeatRequestStatusPill({
  request,
  forHost,
}: {
  request: SeatRequest;
  forHost?: boolean;
}) {
  const { t, i18n } = useLingui();
  const { status } = request;
  const look = statusLook[status];
  if (isUnconfirmed(request)) {
    const taskOfSeeker = request.reserved ? t`Held for you` : t`Confirm the change`;
    return (
      <Pill tone="warn" icon="alert">
        {forHost ? t`Not confirmed yet` : taskOfSeeker}
      </Pill>
    );
  }
  return (
    <Pill tone={look.tone} icon={look.icon}>
      {forHost && status === "pending" ? t`Needs your answer` : i18n._(look.text)}
    </Pill>
  );
}
