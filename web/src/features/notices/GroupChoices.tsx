import type { NoticeSettings, NoticeSettingsChange } from "@commonlane/contract/notice-channels";
import { type NoticeChannel, noticeGroups } from "@commonlane/contract/notices";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useToast } from "#shared/ui/Toasts.tsx";
import { groupWords } from "./group-words.ts";
import { useChangeSettings } from "./notices.queries.ts";

const CHANNELS: readonly NoticeChannel[] = ["push", "email"];

/** Which kinds of notices come by which way; each is saved as it is chosen. In the list they stand in any case. */
export function GroupChoices({ settings }: { settings: NoticeSettings }) {
  const { t, i18n } = useLingui();
  const names = { push: t`Push`, email: t`E-mail` };
  return (
    <div className="grid gap-3">
      <h3 id="notice-groups" className="font-bold">{t`What you are told, and how`}</h3>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <table aria-labelledby="notice-groups" className="w-full text-start">
          <thead>
            <tr className="border-b border-line text-sm text-ink-2">
              <th scope="col" className="p-3 ps-4 text-start font-semibold">{t`Kind`}</th>
              {CHANNELS.map((channel) => (
                <th key={channel} scope="col" className="w-18 p-3 text-center font-semibold">
                  {names[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {noticeGroups.map((group) => {
              const { name, hint } = groupWords[group];
              return (
                <tr key={group}>
                  <th scope="row" className="p-3 ps-4 text-start font-semibold">
                    {i18n._(name)}
                    <span className="block text-sm font-normal text-ink-3">{i18n._(hint)}</span>
                  </th>
                  {CHANNELS.map((channel) => (
                    <td key={channel} className="text-center">
                      <Choice
                        label={`${i18n._(name)}: ${names[channel]}`}
                        saved={settings.channels[group][channel]}
                        changeOf={(on) => ({ channels: { [group]: { [channel]: on } } })}
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
        {t`A letter comes only where a push did not arrive. In the list of notices you find everything.`}
      </p>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly saved: boolean;
  readonly changeOf: (on: boolean) => NoticeSettingsChange;
}

/** Stands as it was pressed while it is saved, and as it was when that did not work. */
function Choice({ label, saved, changeOf }: ChoiceProps) {
  const toast = useToast();
  const save = useChangeSettings();
  const [chosen, setChosen] = useState<boolean>();
  const choose = (on: boolean) => {
    setChosen(on);
    save.mutate(changeOf(on), {
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
