import { useLingui } from "@lingui/react/macro";
import { useToast } from "../ui/toasts/Toasts.tsx";

/** Copies a text and says so, or that it failed. */
export function useCopy(): (copied: string, message: string) => Promise<void> {
  const { t } = useLingui();
  const toast = useToast();
  return async (copied, message) => {
    try {
      await navigator.clipboard.writeText(copied);
      toast({ message, type: "success" });
    } catch {
      toast({
        message: t`Couldn't copy. Select the text and copy it yourself.`,
        type: "error",
      });
    }
  };
}
