import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { squareText } from "../nearby/driver-text.ts";

/** Explains who sees what once a driver goes online. */
export function VisibilityInfo({ sameGender }: { sameGender: boolean }) {
  const { t } = useLingui();
  const square = squareText();
  const minutes = Math.ceil(communitySettings.driverTimeoutS / 60);
  const rows: readonly {
    icon: IconName;
    audience: string;
    visible: string;
  }[] = [
    {
      icon: "users",
      audience: sameGender ? t`People of your gender` : t`Everyone here`,
      visible: square
        ? t`can see your name, seats, note, approximate destination and approximate position (within about ${square}).`
        : t`can see your name, seats, note, approximate destination and position.`,
    },
    {
      icon: "lock",
      audience: t`Passengers you accepted`,
      visible: square ? t`see your exact position. No one else does.` : t`see your position, too.`,
    },
    {
      icon: "clock",
      audience: t`No one`,
      visible: t`sees you once you go offline. Keep this page open: after ${plural(minutes, {
        one: "# minute",
        other: "# minutes",
      })} without an update you go offline.`,
    },
  ];
  return (
    <ul aria-label={t`Who sees what`} className="grid gap-2 rounded-md bg-sunken p-3.5 text-sm">
      {rows.map(({ icon, audience, visible }) => (
        <li key={icon} className="flex items-start gap-2.5">
          <Icon name={icon} className="mt-px size-4.5 text-ink-3" />
          <p className="min-w-0 flex-1 text-ink-2">
            <b className="text-ink">{audience}</b> {visible}
          </p>
        </li>
      ))}
    </ul>
  );
}
