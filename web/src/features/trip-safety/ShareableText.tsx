import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";

interface ShareableTextProps {
  text: string;
  label: string;
  /** What the system's own sheet calls it. */
  title: string;
  isLink?: boolean;
}

/** Something to send to somebody: to be read, copied, or handed to another app where the system can. */
export function ShareableText({ text, label, title, isLink }: ShareableTextProps) {
  const { t } = useLingui();
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ message: t`It is copied.`, type: "success" });
    } catch {
      toast({ message: t`It could not be copied. Select the text and copy it by hand.`, type: "error" });
    }
  };
  // Who closes the sheet again has changed their mind.
  const share = () => navigator.share(isLink ? { title, url: text } : { title, text }).catch(() => {});
  return (
    <div className="grid gap-2">
      <TextAreaField label={label} value={text} readOnly onFocus={(event) => event.target.select()} />
      <div className="flex flex-wrap gap-2">
        <Button variant="soft" onClick={() => void copy()}>{t`Copy`}</Button>
        {"share" in navigator && (
          <Button variant="line" icon="share" onClick={() => void share()}>{t`Send with another app`}</Button>
        )}
      </div>
    </div>
  );
}
