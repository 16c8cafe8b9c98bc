import { administration, type Appearance } from "@commonlane/contract/administration";
import { LOGO_MAX_PX } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ChangeEvent, useId, useRef, useState } from "react";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import {
  fixedBy,
  type SettingsFormProps,
  useSaveSettings,
} from "#shared/console/console.queries.ts";
import { fixedFieldProps, SettingsForm } from "#shared/console/SettingsForm.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { decodeImage } from "#shared/decode-image.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useDebounced } from "#shared/places/use-suggestions.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Field } from "#shared/ui/fields/Field.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { AppearancePreview } from "./AppearancePreview.tsx";

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

/** Twice what the server keeps, so that scaling down stays sharp. */
const LOGO_SIZE = {
  width: LOGO_MAX_PX.width * 2,
  height: LOGO_MAX_PX.height * 2,
};

/** Uploads or removes the logo; both take effect at once. */
function LogoField({ logo }: Pick<Appearance, "logo">) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const uploading = useConsoleAction(administration.setLogo);
  const removing = useConsoleAction(administration.removeLogo);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // The same file can be chosen again.
    target.value = "";
    if (!file) return;
    removing.reset();
    const picture = await drawLogo(file).catch(() => undefined);
    setUnreadable(!picture);
    if (picture) uploading.mutate({ body: picture });
  };
  const error = uploading.error ?? removing.error;
  return (
    <div className="grid gap-2">
      <span id={`${id}-label`} className="font-semibold">{t`Logo`}</span>
      <div className="flex flex-wrap items-center gap-3">
        {logo && (
          <img
            src={logo.url}
            width={logo.width}
            height={logo.height}
            alt={t`The present logo`}
            className="h-14 w-auto max-w-56 rounded-sm border border-line bg-[#fff] object-contain p-1"
          />
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          aria-label={t`File of the logo`}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => void choose(event)}
        />
        <Button variant="line" busy={uploading.isPending} onClick={() => input.current?.click()}>
          {logo ? t`Replace the logo` : t`Choose a logo`}
        </Button>
        {logo && (
          <Button
            variant="ghost"
            icon="trash"
            busy={removing.isPending}
            onClick={() => removing.mutate({})}
          >
            {t`Remove the logo`}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-3">
        {t`SVG, PNG, JPEG or WebP, best with a transparent background. App icons and the header of e-mails are made from it.`}
      </p>
      {isUnreadable && (
        <Notice tone="bad">{t`This browser can't show that file. Choose another one.`}</Notice>
      )}
      <ErrorNotice error={error} />
    </div>
  );
}

/**
 * Draws a logo as a PNG. An SVG is drawn by this browser as a picture, which runs no scripts and loads nothing, so that
 * the server needs no reader for SVG. Rejects if this browser cannot show the file.
 */
async function drawLogo(file: Blob): Promise<Uint8Array> {
  const image = await decodeImage(file);
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width === 0 || height === 0) throw new Error("The picture has no size.");
  const fitting = Math.min(LOGO_SIZE.width / width, LOGO_SIZE.height / height);
  // An SVG has no pixels of its own and is drawn as large as possible.
  const scale = file.type === "image/svg+xml" ? fitting : Math.min(1, fitting);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The browser could not encode the picture.");
  return new Uint8Array(await blob.arrayBuffer());
}
