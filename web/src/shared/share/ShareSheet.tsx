import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { useToast } from "../ui/toasts/Toasts.tsx";
import { createQrCode } from "./qr-code.ts";

export interface ShareSheetProps {
  title: string;
  text: string;
  url: string;
  onClose: () => void;
  children?: ReactNode;
}

/** The link of a page to copy, to scan or to hand to another app. */
export function ShareSheet({ title, text, url, onClose, children }: ShareSheetProps) {
  const { t } = useLingui();
  const copy = useCopy();
  const canHandOver = typeof navigator.share === "function";
  // Closing the system's sheet is not an error.
  const handOver = () => void navigator.share({ title, text, url }).catch(() => {});
  return (
    <Dialog open onClose={onClose} title={t`Share`}>
      <div className="grid gap-4">
        <p className="wrap-anywhere text-ink-2">{text}</p>
        {children}
        <TextField label={t`Link`} readOnly value={url} dir="ltr" onFocus={(event) => event.currentTarget.select()} />
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void copy(url, t`Link copied.`)}>{t`Copy link`}</Button>
          <Button variant="line" onClick={() => void copy(`${text}\n${url}`, t`Text and link copied.`)}>
            {t`Copy text and link`}
          </Button>
          {canHandOver && (
            <Button variant="line" icon="share" onClick={handOver}>
              {t`Share with an app`}
            </Button>
          )}
        </div>
        <QrCode url={url} />
      </div>
    </Dialog>
  );
}

function useCopy() {
  const { t } = useLingui();
  const toast = useToast();
  return async (copied: string, message: string) => {
    try {
      await navigator.clipboard.writeText(copied);
      toast({ message, type: "success" });
    } catch {
      toast({ message: t`It couldn't be copied. Select the link and copy it yourself.`, type: "error" });
    }
  };
}

/** Black on white in both themes, because not every scanner reads inverted codes. */
function QrCode({ url }: { url: string }) {
  const { t } = useLingui();
  const code = createQrCode(url);
  if (!code) return null;
  return (
    <svg
      role="img"
      aria-label={t`QR code of the link`}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-full max-w-52 rounded-sm"
    >
      <path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
      <path fill="#000" d={code.path} />
    </svg>
  );
}
