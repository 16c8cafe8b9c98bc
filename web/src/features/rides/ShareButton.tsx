import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";

/** Shares the page's URL through the system's share sheet, or copies it to the clipboard. */
export function ShareButton({ title, label }: { title: string; label?: string | undefined }) {
  const { t } = useLingui();
  const toast = useToast();
  const share = async () => {
    const { href: url } = location;
    try {
      if (typeof navigator.share === "function") await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        toast({ message: t`Link copied.`, type: "success" });
      }
    } catch (error) {
      // Closing the share sheet is not an error.
      if (error instanceof DOMException && error.name === "AbortError") return;
      toast({ message: t`The link couldn't be copied: ${url}`, type: "error", durationMs: 10_000 });
    }
  };
  return (
    <Button variant="ghost" size="sm" icon="share" onClick={() => void share()}>
      {label ?? t`Share`}
    </Button>
  );
}
