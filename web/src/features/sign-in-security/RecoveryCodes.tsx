import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { useCopy } from "#shared/share/use-copy.ts";
import { Button } from "#shared/ui/Button.tsx";
import { saveFile } from "#shared/api/download.ts";

/** The recovery codes, which are shown once: to copy, or to save as a file. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui();
  const copy = useCopy();
  const text = codes.join("\n");
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {t`If you lose your phone, enter one of these codes instead. Each works once. We show them only now, so keep them in a safe place.`}
      </p>
      <ul
        aria-label={t`Recovery codes`}
        dir="ltr"
        className="num grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-4 text-lg"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="line" onClick={() => void copy(text, t`Codes copied.`)}>
          {t`Copy the codes`}
        </Button>
        <Button variant="line" onClick={() => saveCodes(text)}>
          {t`Save as a file`}
        </Button>
      </div>
    </div>
  );
}

function saveCodes(text: string): void {
  const file = new Blob([`${communitySettings.name}\n\n${text}\n`], { type: "text/plain" });
  saveFile(file, "recovery-codes.txt");
}
