import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { QrCode } from "./QrCode.tsx";
import { useCopy } from "./use-copy.ts";

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
  const handOver = () =>
    void navigator
      .share({
        title,
        text,
        url,
      })
      .catch(() => {});
  return (
    <Dialog open onClose={onClose} title={t`Share`}>
      <div className="grid gap-4">
        <p className="wrap-anywhere text-ink-2">{text}</p>
        {children}
        <TextField
          label={t`Link`}
          readOnly
          value={url}
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void copy(url, t`Link copied.`)}>{t`Copy link`}</Button>
          <Button
            variant="line"
            onClick={() => void copy(`${text}\n${url}`, t`Text and link copied.`)}
          >
            {t`Copy text and link`}
          </Button>
          {canHandOver && (
            <Button variant="line" icon="share" onClick={handOver}>
              {t`Share with an app`}
            </Button>
          )}
        </div>
        <QrCode text={url} label={t`QR code of the link`} />
      </div>
    </Dialog>
  );
}
