import type { SettingsView } from "@commonlane/contract/administration";
import type { SettingName } from "@commonlane/contract/community-settings";
import { Trans } from "@lingui/react/macro";
import { createContext, type FormEvent, type ReactNode, use } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { fixedBy, type useSaveSettings } from "./console.queries.ts";

/** Further buttons before the one that saves, as in the set-up. */
export const FormActionsContext = createContext<ReactNode>(undefined);

interface SettingsFormLayoutProps {
  readonly saving: Pick<ReturnType<typeof useSaveSettings>, "busy" | "error" | "errors">;
  readonly submitLabel: string;
  readonly onSubmit: () => void;
  /** The environment sets all fields, so there is nothing to save. */
  readonly isFixed?: boolean | undefined;
  readonly children: ReactNode;
}

/** A form with its button, and the reason if it could not be saved; what was typed stays. */
export function SettingsForm(props: SettingsFormLayoutProps) {
  const { saving, submitLabel, onSubmit, isFixed, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.busy) onSubmit();
  };
  const otherActions = use(FormActionsContext);
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {children}
      <ErrorNotice error={saving.error} />
      <div
        className={cx(
          "flex flex-wrap items-center gap-2",
          Boolean(otherActions) && "border-t border-line pt-4",
        )}
      >
        {otherActions}
        {!isFixed && (
          <Button
            type="submit"
            busy={saving.busy}
            className={otherActions ? "max-sm:grow" : undefined}
          >
            {submitLabel}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Says that the environment of the server decides; nothing otherwise. */
export function FixedNote({ settings, name }: { settings: SettingsView; name: SettingName }) {
  const variable = fixedBy(settings, name);
  if (variable === undefined) return null;
  return (
    <Trans>
      Set by the operator's environment: <code>{variable}</code>
    </Trans>
  );
}

/** Disables a field that the environment fixes, and says so in its hint. */
export function fixedFieldProps(settings: SettingsView, name: SettingName, hint?: ReactNode) {
  const isFixed = fixedBy(settings, name) !== undefined;
  return {
    disabled: isFixed,
    hint: isFixed ? <FixedNote settings={settings} name={name} /> : hint,
  };
}
