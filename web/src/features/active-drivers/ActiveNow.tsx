import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useSyncExternalStore } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { townOf } from "#shared/wording/wording.ts";
import { squareText } from "./driver-wording.ts";
import { onSharedHere, sharedHere, shareHere } from "./sharing-here.ts";
import { onTellingState, startAnew, tellingState } from "./telling-state.ts";

interface ActiveNowProps {
  readonly own: OwnActiveDriver;
  /** What can be changed. */
  readonly children: ReactNode;
}

/** What is shown of a driver who is on the map, and how the telling of their position stands. */
export function ActiveNow({ own, children }: ActiveNowProps) {
  const { t } = useLingui();
  const { seats, headingTo, note } = own;
  const square = squareText();
  const said = [
    t`${plural(seats, { one: "# seat", other: "# seats" })}`,
    ...(headingTo ? [t`to ${townOf(headingTo.label)}`] : []),
    ...(note ? [note] : []),
  ];
  return (
    <div className="grid gap-3">
      <p className="text-sm wrap-anywhere">{said.join(" · ")}</p>
      <TellingNow />
      <p className="flex items-start gap-2 text-sm text-ink-2">
        <Icon name="eye" className="mt-px size-4.5" />
        {square
          ? t`Everybody here sees you in a square of about ${square}; exactly, only passengers you accepted.`
          : t`Everybody here sees where you are.`}
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

function TellingNow() {
  const { t } = useLingui();
  const { uid } = useUser();
  const source = useSyncExternalStore(onSharedHere, () => sharedHere(uid));
  const { telling } = useSyncExternalStore(onTellingState, tellingState);
  if (!source) return <ToldElsewhere />;
  if (telling === "refused" || telling === "lost") {
    return (
      <Notice tone="warn">
        {telling === "refused"
          ? t`This browser may not tell where you are, so you are shown where you were last. Change to a place that you type, or allow it in the settings of the browser.`
          : t`This device does not know where it is, so you are shown where you were last. It goes on looking.`}
      </Notice>
    );
  }
  const line: Record<"waiting" | "told" | "unheard", { icon: IconName; text: string }> = {
    waiting: { icon: "locate", text: t`Looking for where you are…` },
    told: {
      icon: "check-circle",
      text:
        source.from === "device"
          ? t`Your position follows you, while this page is open in front.`
          : t`You are shown at ${townOf(source.place.label)}, while this page is open in front.`,
    },
    unheard: { icon: "offline", text: t`The server does not hear from you. It is tried again and again.` },
  };
  const { icon, text } = line[telling === "told" || telling === "unheard" ? telling : "waiting"];
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-ink-2">
      <Icon name={icon} className="mt-px size-4.5" />
      {text}
    </p>
  );
}

function ToldElsewhere() {
  const { t } = useLingui();
  const { uid } = useUser();
  const take = () => {
    startAnew(false);
    shareHere(uid, { from: "device" });
  };
  return (
    <div className="grid justify-items-start gap-2">
      <p className="flex items-start gap-2 text-sm text-ink-2">
        <Icon name="info" className="mt-px size-4.5" />
        {t`Your position does not come from this window, but from another one or another device of yours.`}
      </p>
      <Button variant="line" size="sm" icon="locate" onClick={take}>
        {t`Tell it from here`}
      </Button>
    </div>
  );
}

/** Why a driver is off the map who did not switch off here. */
export function Ended() {
  const { t } = useLingui();
  const { telling } = useSyncExternalStore(onTellingState, tellingState);
  if (telling === "silent")
    return <Notice tone="warn">{t`You are off the map: nothing was heard of you for too long.`}</Notice>;
  if (telling === "by-server")
    return <Notice tone="warn">{t`You are off the map: the session from which you went active has ended.`}</Notice>;
  if (telling === "elsewhere") return <Notice tone="info">{t`You went off the map elsewhere.`}</Notice>;
  return null;
}
