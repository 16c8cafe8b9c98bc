import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { bindText } from "#shared/forms/bind-text.ts";
import { focusFirstInvalid } from "#shared/forms/focus-first-invalid.ts";
import { useEffect, useRef } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { SeatStepper } from "#shared/ui/fields/SeatStepper.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { squareText } from "../nearby/driver-text.ts";
import type { useGoActive } from "./use-go-active.ts";

interface GoActiveFormProps extends ReturnType<typeof useGoActive> {
  /** True if the driver is online and edits the details. */
  readonly isEditing: boolean;
  readonly onDone: () => void;
}

/** Seats, destination, note and position source, below the visibility info. */
export function GoActiveForm(props: GoActiveFormProps) {
  const { t } = useLingui();
  const { draft, change, errors, busy, goActive, dialog, isEditing, onDone } = props;
  const form = useFocusOnMount();
  const submit = async () => {
    if (await goActive(isEditing)) onDone();
    else focusFirstInvalid(form.current);
  };
  return (
    <>
      <form
        ref={form}
        tabIndex={-1}
        noValidate
        aria-label={t`Go online`}
        className="grid gap-5 outline-none"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <VisibilityInfo sameGender={draft.sameGender} />
        <PositionSourceFields {...props} />
        <SeatStepper
          label={t`Free seats`}
          value={draft.seats}
          onChange={(seats) => change({ seats })}
        />
        <PlaceField
          label={t`Destination (optional)`}
          value={draft.headingTo}
          error={errors.headingTo}
          onChange={(headingTo) => change({ headingTo })}
        />
        <Note {...props} />
        <OwnGenderOnly {...props} />
        <ErrorNotice error={errors.general} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onDone}>{t`Cancel`}</Button>
          <Button type="submit" busy={busy}>
            {isEditing ? t`Save changes` : t`Show me on the map`}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}

function Note({ draft, change }: GoActiveFormProps) {
  const { t } = useLingui();
  return (
    <TextAreaField
      label={t`Note`}
      optional={t`optional`}
      rows={2}
      maxLength={NOTE_MAX_LENGTH}
      placeholder={t`Route, how long you're available, luggage space…`}
      {...bindText(draft.note, (note) => change({ note }))}
      hint={useMaskHint(draft.note)}
    />
  );
}

function OwnGenderOnly({ draft, change, errors }: GoActiveFormProps) {
  const { t } = useLingui();
  const { gender } = useUser();
  const hasGender = gender !== null && gender !== "undisclosed";
  return (
    <CheckField
      label={t`Only show me to people of my gender`}
      hint={hasGender ? undefined : t`To use this, add your gender to your profile.`}
      error={errors.audience}
      checked={draft.sameGender}
      disabled={!hasGender && !draft.sameGender}
      onChange={(sameGender) => change({ sameGender })}
    />
  );
}

function PositionSourceFields({ draft, change, errors }: GoActiveFormProps) {
  const { t } = useLingui();
  return (
    <div className="grid gap-3">
      <SegmentedChoice
        label={t`Your position`}
        value={draft.from}
        options={[
          {
            value: "device",
            label: t`This device`,
            icon: "locate",
          },
          {
            value: "place",
            label: t`Enter a place`,
            icon: "pin",
          },
        ]}
        onChange={(from) => change({ from })}
      />
      {draft.from === "place" ? (
        <PlaceField
          label={t`Your location`}
          value={draft.at}
          error={errors.at}
          onChange={(at) => change({ at })}
          onMap={{}}
        />
      ) : (
        <p className="text-sm text-ink-2">{t`Updates as you drive while this page is open.`}</p>
      )}
    </div>
  );
}

/** Focuses the form when it opens. */
function useFocusOnMount() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.focus({ preventScroll: true });
    form.current?.closest("section")?.scrollIntoView({ block: "start" });
  }, []);
  return form;
}

/** Explains who sees what once a driver goes online. */
function VisibilityInfo({ sameGender }: { sameGender: boolean }) {
  const { t } = useLingui();
  const square = squareText();
  const minutes = Math.ceil(communitySettings.driverTimeoutS / 60);
  const rows: readonly {
    icon: IconName;
    audience: string;
    visible: string;
  }[] = [
    {
      icon: "users",
      audience: sameGender ? t`People of your gender` : t`Everyone here`,
      visible: square
        ? t`can see your name, seats, note, approximate destination and approximate position (within about ${square}).`
        : t`can see your name, seats, note, approximate destination and position.`,
    },
    {
      icon: "lock",
      audience: t`Passengers you accepted`,
      visible: square ? t`see your exact position. No one else does.` : t`see your position, too.`,
    },
    {
      icon: "clock",
      audience: t`No one`,
      visible: t`sees you once you go offline. Keep this page open: after ${plural(minutes, {
        one: "# minute",
        other: "# minutes",
      })} without an update you go offline.`,
    },
  ];
  return (
    <ul aria-label={t`Who sees what`} className="grid gap-2 rounded-md bg-sunken p-3.5 text-sm">
      {rows.map(({ icon, audience, visible }) => (
        <li key={icon} className="flex items-start gap-2.5">
          <Icon name={icon} className="mt-px size-4.5 text-ink-3" />
          <p className="min-w-0 flex-1 text-ink-2">
            <b className="text-ink">{audience}</b> {visible}
          </p>
        </li>
      ))}
    </ul>
  );
}
