import { useLingui } from "@lingui/react/macro";
import { type ChangeEvent, useId, useRef, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";

const SIZE = 64;

interface LogoFieldProps {
  /** A PNG as a data URL. */
  readonly logo: string | null;
  readonly onChange: (logo: string | null) => void;
}

/** The logo on the button, made small in this browser. */
export function LogoField({ logo, onChange }: LogoFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // The same file can be chosen again.
    target.value = "";
    if (!file) return;
    setError(undefined);
    try {
      onChange(await makeSmall(file));
    } catch {
      setError(t`This picture can't be read. Choose a PNG, JPEG or WebP.`);
    }
  };
  return (
    <div className="grid gap-2">
      <span className="font-semibold">
        {t`Logo`} <span className="font-normal text-ink-3">{t`optional`}</span>
      </span>
      <div className="flex flex-wrap items-center gap-3">
        {logo !== null && (
          <img src={logo} alt="" className="size-10 rounded-sm bg-white object-contain" />
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={t`File of the logo`}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => void choose(event)}
        />
        {/* The browser writes its own button in its own language. */}
        <Button
          variant="line"
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onClick={() => input.current?.click()}
        >
          {logo === null ? t`Choose a logo` : t`Replace the logo`}
        </Button>
        {logo !== null && (
          <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
            {t`Remove the logo`}
          </Button>
        )}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

/** The whole picture, centred in a small square. */
async function makeSmall(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  canvas.width = SIZE;
  canvas.height = SIZE;
  const scale = SIZE / Math.max(picture.width, picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  canvas
    .getContext("2d")
    ?.drawImage(picture, (SIZE - width) / 2, (SIZE - height) / 2, width, height);
  picture.close();
  return canvas.toDataURL("image/png");
}
