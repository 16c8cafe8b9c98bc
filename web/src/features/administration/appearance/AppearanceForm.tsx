import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useDebounced } from "#shared/places/use-suggestions.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Field } from "#shared/ui/fields/Field.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { fixedFieldProps, SettingsForm } from "#shared/console/SettingsForm.tsx";
import { AppearancePreview } from "./AppearancePreview.tsx";
import { LogoField } from "./LogoField.tsx";
import { administration } from "@commonlane/contract/administration";
import {
  fixedBy,
  type SettingsFormProps,
  useSaveSettings,
} from "#shared/console/console.queries.ts";

const COLOR = /^#[\da-f]{6}$/i;
/** The product's own. */
const START = "#006152";

/** Logo and main colour, with a preview in both themes. */
export function AppearanceForm({ settings, submitLabel, onSaved }: SettingsFormProps) {
  const { t } = useLingui();
  const { name, brandColor } = settings.values;
  const [draft, change, clear] = useDraft("settings.appearance", { color: brandColor ?? "" });
  const saving = useSaveSettings(() => {
    clear();
    onSaved();
  });
  const isFixed = fixedBy(settings, "brandColor") !== undefined;
  const typed = draft.color.trim().toLowerCase();
  const color = useDebounced(COLOR.test(typed) ? typed : undefined);
  const appearance = useQuery(appearanceQuery(color)).data;
  const reset = () => change({ color: "" });
  return (
    <SettingsForm
      saving={saving}
      submitLabel={submitLabel}
      onSubmit={() =>
        isFixed ? onSaved() : saving.save({ brandColor: typed === "" ? null : typed })
      }
    >
      <LogoField logo={appearance?.logo ?? null} />
      <div className="flex flex-wrap items-start gap-3">
        <Field label={t`Choose`}>
          {(wiring) => (
            <input
              {...wiring}
              type="color"
              disabled={isFixed}
              {...bindText(COLOR.test(typed) ? typed : START, (color) => change({ color }))}
              className="block h-12 w-16 rounded-md border border-edge bg-surface p-1"
            />
          )}
        </Field>
        <TextField
          className="min-w-48 flex-1"
          label={t`Main colour`}
          placeholder={START}
          maxLength={7}
          spellCheck={false}
          autoCapitalize="none"
          {...fixedFieldProps(
            settings,
            "brandColor",
            t`For buttons and links. Leave empty to keep the green of Commonlane.`,
          )}
          error={saving.errors["brandColor"]}
          {...bindText(draft.color, (color) => change({ color }))}
        />
      </div>
      {appearance?.isAdjusted && color !== undefined && (
        <Notice tone="info">
          {t`White text can't be read well on this colour, so a darker shade of it is used.`}
        </Notice>
      )}
      <AppearancePreview
        name={name}
        logo={appearance?.logo ?? null}
        palette={color === undefined ? null : (appearance?.palette ?? null)}
      />
      {typed !== "" && !isFixed && (
        <Button variant="ghost" icon="undo" className="justify-self-start" onClick={reset}>
          {t`Back to the colour of the software`}
        </Button>
      )}
    </SettingsForm>
  );
}

/** How the community would look in a colour; undefined for the product's own. */
const appearanceQuery = (color: string | undefined) =>
  endpointQuery(
    administration.appearance,
    { query: { color } },
    { placeholderData: keepPreviousData },
  );
