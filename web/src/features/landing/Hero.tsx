import { Trans, useLingui } from "@lingui/react/macro";
import { type InputHTMLAttributes, Suspense, useId, useState } from "react";
import { useNavigate } from "react-router";
import { communitySettings } from "#shared/community-settings.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { earliestDay, useSearchDraft } from "#shared/forms/search-draft.ts";
import { clearReturnTarget, findReturnTarget } from "#shared/session/return-target.ts";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { LandingMap } from "./LandingMap.tsx";

/** Loaded only if the visitor was redirected here. */
const SignInNotice = lazyScreen(() => import("./SignInNotice.tsx"), "SignInNotice", "start");

const NextPublicRide = lazyScreen(() => import("./NextPublicRide.tsx"), "NextPublicRide", "start");

/** Loaded only if it has something to say. */
const CommunityNote = lazyScreen(() => import("./CommunityNote.tsx"), "CommunityNote", "start");

/** Top of the landing page: a headline, the search form, and a map with an example trip, or of the community's region. */
export function Hero() {
  const [place] = useState(() => findReturnTarget());
  const isPrerendering = !("document" in globalThis);
  const { inviteOnly, maintenance } = communitySettings;
  return (
    <section className="relative isolate overflow-hidden">
      <div
        className={cx(
          "absolute inset-x-3 bottom-0 -z-10 overflow-hidden rounded-lg lg:inset-y-4 lg:start-[46%] lg:end-4 lg:rounded-[32px]",
          place ? "top-148 sm:top-120" : "top-116 sm:top-96",
        )}
      >
        <LandingMap className="h-full w-full" />
      </div>
      <div className="mx-auto max-w-(--page) px-(--gutter) pt-26 pb-10 lg:grid lg:min-h-184 lg:grid-cols-[minmax(0,36rem)_1fr] lg:items-center lg:pt-24 lg:pb-24">
        <div>
          {place && (
            <Suspense fallback={null}>
              <SignInNotice {...place} />
            </Suspense>
          )}
          <h1 className="text-hero leading-none font-extrabold tracking-[-.035em]">
            <Trans>Someone is already going your way.</Trans>
          </h1>
          <p className="mt-5 max-w-120 text-lg leading-relaxed text-ink-2 lg:text-[1.2rem]">
            <Trans>
              {communitySettings.name} matches people with empty seats to people who need one. You
              agree on the pickup and the price between yourselves.
            </Trans>
          </p>
          <LandingSearchForm />
          {!isPrerendering && (inviteOnly || maintenance) && (
            <Suspense fallback={null}>
              <CommunityNote />
            </Suspense>
          )}
          <p className="mt-4 hidden items-center gap-2 text-sm text-ink-2 lg:flex">
            <Icon name="car" className="text-brand" />
            <Trans>
              Driving yourself?{" "}
              <Link
                to="/register"
                className="font-semibold text-brand-ink underline decoration-2 underline-offset-4"
              >
                Offer your empty seats
              </Link>
            </Trans>
          </p>
        </div>
        <div className="max-lg:mt-6 max-lg:flex max-lg:min-h-92 max-lg:items-end lg:pointer-events-none lg:relative lg:h-full">
          {communitySettings.region === null && <ExampleRide />}
          {communitySettings.region !== null && !isPrerendering && (
            <Suspense fallback={null}>
              <NextPublicRide />
            </Suspense>
          )}
        </div>
      </div>
    </section>
  );
}

function ExampleRide() {
  const { t, i18n } = useLingui();
  // A text, because the first currency that Intl formats costs a phone a frame or two.
  const price = t({
    message: "€18",
    comment: "Price of the example ride on the landing page",
  });
  const time = (clock: string) =>
    i18n.date(`2000-01-01T${clock}Z`, {
      timeStyle: "short",
      timeZone: "UTC",
    });
  return (
    <figure
      aria-label={t`An example of a ride`}
      className="w-full rounded-[18px] bg-surface p-4 shadow-3 sm:max-w-88 lg:absolute lg:end-0 lg:-bottom-14"
    >
      <div className="flex items-center gap-3 pb-3.5">
        <Avatar name="Amara Lindqvist" />
        <div className="min-w-0 flex-1 leading-tight">
          <p className="font-semibold">{t`Amara is driving`}</p>
          <p className="text-sm text-ink-3">{t`3 free seats · tomorrow`}</p>
        </div>
        <span className="num rounded-full bg-lamp px-2.5 pt-1 pb-0.5 text-sm text-on-lamp">
          {price}
        </span>
      </div>
      <JourneyStrip
        from={t`Freiburg, main station`}
        to={t`Cologne, Deutz`}
        departs={time("07:45")}
        arrives={time("11:50")}
        via={2}
        meta={t`via Karlsruhe and Mainz`}
      />
    </figure>
  );
}

/**
 * Search form for visitors. Only members see rides, so it leads to the sign-up and the search continues after login.
 */
function LandingSearchForm() {
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
