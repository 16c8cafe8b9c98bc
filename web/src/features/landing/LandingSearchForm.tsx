import { useLingui } from "@lingui/react/macro";
import { useId, type InputHTMLAttributes } from "react";
import { useNavigate } from "react-router";
import { bindText } from "#shared/forms/bind-text.ts";
import { earliestDay, useSearchDraft } from "#shared/forms/search-draft.ts";
import { clearReturnTarget } from "#shared/session/return-target.ts";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";

/**
 * Search form for visitors. Only members see rides, so it leads to the sign-up and the search continues after login.
 */
export function LandingSearchForm() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search, change] = useSearchDraft();
  return (
    <form
      role="search"
      aria-label={t`Find a ride`}
      onSubmit={(event) => {
        event.preventDefault();
        // Keeps the day that was shown, even after midnight.
        change(search);
        clearReturnTarget();
        void navigate("/register", { state: { search: true } });
      }}
      className="mt-8 rounded-lg bg-surface p-2 shadow-3 lg:-me-24 lg:max-w-184"
    >
      <div className="grid gap-x-1 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_.9fr_auto]">
        <LandingSearchField
          label={t`From`}
          icon="compass"
          placeholder={t`Town or station`}
          maxLength={120}
          {...bindText(search.from, (from) => change({ from }))}
        />
        <LandingSearchField
          label={t`To`}
          icon="pin"
          placeholder={t`Destination`}
          maxLength={120}
          {...bindText(search.to, (to) => change({ to }))}
          className="border-line max-sm:rounded-t-none max-sm:border-t sm:rounded-s-none sm:border-s"
        />
        <LandingSearchField
          label={t`When`}
          icon="calendar"
          type="date"
          min={earliestDay()}
          {...bindText(search.on, (on) => change({ on }))}
          className="border-line max-lg:rounded-t-none max-lg:border-t lg:rounded-s-none lg:border-s"
        />
        <Button
          type="submit"
          size="lg"
          className="m-1 max-lg:min-h-14 lg:my-auto lg:aspect-square lg:px-0"
        >
          <Icon name="search" className="size-6" />
          <span className="lg:sr-only">{t`Find a ride`}</span>
        </Button>
      </div>
    </form>
  );
}

interface LandingSearchFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  icon: IconName;
}

function LandingSearchField({ label, icon, className, ...input }: LandingSearchFieldProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={cx(
        "flex min-w-0 items-center gap-3 rounded-md px-4 py-2.5 focus-within:bg-sunken has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus",
        className,
      )}
    >
      <Icon name={icon} className="text-brand" />
      <span className="min-w-0 flex-1">
        <span className="block text-xs font-medium text-ink-3">{label}</span>
        <input
          type="text"
          {...input}
          id={id}
          className="-mt-0.5 h-7 w-full min-w-0 bg-transparent font-semibold text-ink outline-none placeholder:font-normal placeholder:text-ink-3"
        />
      </span>
    </label>
  );
}
