import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";

interface ShareableTextProps {
  text: string;
  label: string;
  /** Title for the system's share sheet. */
  title: string;
  isLink?: boolean;
}

/** Text to read, copy or share with another app, where the system supports it. */
export function ShareableText({ text, label, title, isLink }: ShareableTextProps) {
  const { t } = useLingui();
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ message: t`Copied.`, type: "success" });
    } catch {
      toast({
        message: t`Couldn't copy. Select the text and copy it yourself.`,
        type: "error",
      });
    }
  };
  // Closing the share sheet rejects the promise; that is not an error.
  const share = () =>
    navigator
      .share(
        isLink
          ? {
              title,
              url: text,
            }
          : {
              title,
              text,
            },
      )
      .catch(() => {});
  return (
    <div className="grid gap-2">
      <TextAreaField
        label={label}
        value={text}
        dir={isLink ? "ltr" : undefined}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="soft" onClick={() => void copy()}>{t`Copy`}</Button>
        {"share" in navigator && (
          <Button variant="line" icon="share" onClick={() => void share()}>{t`Share`}</Button>
        )}
      </div>
    </div>
  );
}
