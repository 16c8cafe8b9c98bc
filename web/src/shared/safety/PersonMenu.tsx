import type { ReportContext, ReportTarget } from "@commonlane/contract/reports";
import { useLingui } from "@lingui/react/macro";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { type PersonName, type ReportableMessage, openSafetyDialog } from "./open-safety-dialog.ts";

interface PersonMenuProps {
  readonly person: PersonName;
  /** Content of this person on the page that can be reported too. */
  readonly about?: ReportTarget | undefined;
  readonly messages?: readonly ReportableMessage[] | undefined;
  /** The ride or conversation of the page; moderators see it with a report about the person. */
  readonly context?: ReportContext | undefined;
}

/** Menu to report or block a person, or to report their content. */
export function PersonMenu({ person, about, messages = [], context }: PersonMenuProps) {
  const { t } = useLingui();
  const { uid, displayName } = person;
  const reportLabels: Record<ReportTarget["kind"], string> = {
    person: t`Report ${displayName}`,
    ride: t`Report this ride`,
    "ride-request": t`Report this request`,
    "seat-request": t`Report this request`,
    offer: t`Report this offer`,
    message: t`Report this message`,
    event: t`Report this event`,
  };
  const report = (about: ReportTarget) => ({
    label: reportLabels[about.kind],
    icon: "flag" as const,
    onSelect: () =>
      openSafetyDialog({
        action: "report",
        person,
        about,
        context,
      }),
  });
  const reportMessage = {
    label: t`Report a message`,
    icon: "flag" as const,
    onSelect: () =>
      openSafetyDialog({
        action: "report-message",
        person,
        messages,
      }),
  };
  return (
    <Menu
      label={t`More about ${displayName}`}
      trigger={<Icon name="dots" className="size-6" />}
      triggerClassName="grid size-11 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunken"
      items={[
        ...(messages.length > 0 ? [reportMessage] : []),
        ...(about ? [report(about)] : []),
        report({ kind: "person", id: uid }),
        {
          label: t`Block ${displayName}`,
          icon: "eye-off",
          danger: true,
          onSelect: () =>
            openSafetyDialog({
              action: "block",
              person,
            }),
        },
      ]}
    />
  );
}
