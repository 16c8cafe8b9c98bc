import { useLingui } from "@lingui/react/macro";
import { focusFirstInvalid } from "#shared/forms/focus-first-invalid.ts";
import { type ReactNode, useRef } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import type { DetailsForm } from "./use-details-form.ts";

interface DetailsFormLayoutProps {
  readonly form: DetailsForm;
  /** Accessible name. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A form for some of the user's own data: its fields, then save and undo. An invalid field gets the focus. */
export function DetailsFormLayout({ form, label, children }: DetailsFormLayoutProps) {
  const { t } = useLingui();
  const element = useRef<HTMLFormElement>(null);
  const onSubmit = () => {
    // Errors appear after the next render.
    if (!form.submit()) requestAnimationFrame(() => focusFirstInvalid(element.current));
  };
  return (
    <form
      ref={element}
      noValidate
      aria-label={label}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {form.error && <Notice tone="bad">{form.error.message}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={form.isSaving}>
          {form.isSaving ? t`Saving…` : t`Save`}
        </Button>
        {form.isDirty && (
          <Button variant="ghost" onClick={form.clear}>
            {t`Undo changes`}
          </Button>
        )}
      </div>
    </form>
  );
}
