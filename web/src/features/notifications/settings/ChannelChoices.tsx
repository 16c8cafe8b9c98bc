import type {
  NotificationSettings,
  NotificationSettingsChange,
} from "@commonlane/contract/notification-channels";
import { type NotificationChannel, notificationGroups } from "@commonlane/contract/notifications";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { groupLabels } from "../group-labels.ts";
import { useChangeNotificationSettings } from "../notifications.queries.ts";

const CHANNELS: readonly NotificationChannel[] = ["push", "email"];

/**
 * Table of notification groups and channels; each choice is saved at once. The list in the app always shows everything.
 */
export function ChannelChoices({ settings }: { settings: NotificationSettings }) {
  const { t, i18n } = useLingui();
  const names = { push: t`Push`, email: t`E-mail` };
  return (
    <div className="grid gap-3">
      <h3 id="notification-groups" className="font-bold">{t`Notifications by channel`}</h3>
      <div className="overflow-hidden card">
        <table aria-labelledby="notification-groups" className="w-full text-start">
          <thead>
            <tr className="border-b border-line text-sm text-ink-2">
              <th scope="col" className="p-3 ps-4 text-start font-semibold">{t`Type`}</th>
              {CHANNELS.map((channel) => (
                <th key={channel} scope="col" className="w-18 p-3 text-center font-semibold">
                  {names[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {notificationGroups.map((group) => {
              const { name, hint } = groupLabels[group];
              return (
                <tr key={group}>
                  <th scope="row" className="p-3 ps-4 text-start font-semibold">
                    {i18n._(name)}
                    <span className="block text-sm font-normal text-ink-3">{i18n._(hint)}</span>
                  </th>
                  {CHANNELS.map((channel) => (
                    <td key={channel} className="text-center">
                      <ChannelCheckbox
                        label={`${i18n._(name)}: ${names[channel]}`}
                        saved={settings.channels[group][channel]}
                        toChange={(on) => ({ channels: { [group]: { [channel]: on } } })}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-ink-3">
        {t`We e-mail you only if a push isn't delivered. All notifications appear in the app.`}
      </p>
    </div>
  );
}

interface ChannelCheckboxProps {
  readonly label: string;
  readonly saved: boolean;
  readonly toChange: (on: boolean) => NotificationSettingsChange;
}

/** Shows the new state while saving and reverts it if saving fails. */
function ChannelCheckbox({ label, saved, toChange }: ChannelCheckboxProps) {
  const toast = useToast();
  const save = useChangeNotificationSettings();
  const [chosen, setChosen] = useState<boolean>();
  const choose = (on: boolean) => {
    setChosen(on);
    save.mutate(toChange(on), {
      onSuccess: () => setChosen(undefined),
      onError: ({ message }) => {
        setChosen(undefined);
        toast({ message, type: "error" });
      },
    });
  };
  return (
    <label className="inline-grid size-11 place-items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="size-5 accent-brand"
        checked={chosen ?? saved}
        onChange={(event) => choose(event.target.checked)}
      />
    </label>
  );
}
