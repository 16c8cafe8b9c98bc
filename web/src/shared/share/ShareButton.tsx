import { useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { lazyScreen } from "../ui/lazy-screen.tsx";
import type { ShareSheetProps } from "./ShareSheet.tsx";

const ShareSheet = lazyScreen<"ShareSheet", ShareSheetProps>(
  () => import("./ShareSheet.tsx"),
  "ShareSheet",
);

interface ShareButtonProps {
  title: string;
  /** Sent with the link; the title by default. */
  text?: string | undefined;
  /** The current page by default. */
  url?: string | undefined;
  label?: string | undefined;
  /** True where sharing is the next step. */
  isProminent?: boolean | undefined;
  /** Shown above the link, such as who can open it. */
  children?: ReactNode;
}

/** Opens a sheet with the link, a QR code and the apps of the device. */
export function ShareButton({
  title,
  text = title,
  url,
  label,
  isProminent = false,
  children,
}: ShareButtonProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={isProminent ? "solid" : "ghost"}
        size={isProminent ? "md" : "sm"}
        icon="share"
        className={isProminent ? "justify-self-start" : undefined}
        onClick={() => setOpen(true)}
      >
        {label ?? t`Share`}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ShareSheet
            title={title}
            text={text}
            url={url ?? location.href}
            onClose={() => setOpen(false)}
          >
            {children}
          </ShareSheet>
        </Suspense>
      )}
    </>
  );
}
