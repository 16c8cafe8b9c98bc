import { useLingui } from "@lingui/react/macro";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { type ReportableMessage, openSafetyDialog } from "./open-safety-dialog.ts";

/** Menu to report a message in a group chat. */
export function ReportMessageMenu({
  messages,
}: {
  readonly messages: readonly ReportableMessage[];
}) {
  const { t } = useLingui();
  const person = messages.at(-1)?.person;
  if (!person) return null;
  return (
    <Menu
      label={t`More about this chat`}
      trigger={<Icon name="dots" className="size-6" />}
      triggerClassName="grid size-11 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunken"
      items={[
        {
          label: t`Report a message`,
          icon: "flag",
          onSelect: () =>
            openSafetyDialog({
              action: "report-message",
              person,
              messages,
            }),
        },
      ]}
    />
  );
}
