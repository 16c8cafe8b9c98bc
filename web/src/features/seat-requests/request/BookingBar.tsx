import type { ReactNode } from "react";
import { Button } from "#shared/ui/Button.tsx";

interface BookingBarProps {
  /** Beside the button on phones, such as the price. */
  readonly content: ReactNode;
  readonly action: string;
  readonly onAction: () => void;
}

/** The ride page's primary button: fixed above the tabs on phones, below the ride's summary on wide windows. */
export function BookingBar({ content, action, onAction }: BookingBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-20 flex items-center gap-4 border-t border-line bg-surface px-4 py-2.5 shadow-3 lg:static lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none">
      <div className="min-w-0 lg:hidden">{content}</div>
      <Button size="lg" aria-haspopup="dialog" onClick={onAction} className="ms-auto lg:w-full">
        {action}
      </Button>
    </div>
  );
}
