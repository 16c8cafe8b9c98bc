import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SegmentedChoice } from "#shared/ui/SegmentedChoice.tsx";
import { HidingCard } from "./HidingCard.tsx";
import { appealPages, hidingPages, type Waiting } from "./moderation.queries.ts";
import { Pages } from "./Pages.tsx";
import { Part } from "./parts.tsx";
import { RatingCard } from "./RatingCard.tsx";

/** What somebody asked moderators to look at: ratings of theirs, and what was hidden of theirs. */
export function Appeals() {
  const { t } = useLingui();
  const [state, setState] = useState<Waiting>("open");
  const ratings = useInfiniteQuery(appealPages(state));
  const hidings = useInfiniteQuery(hidingPages(state));
  const empty = state === "open" ? t`No appeal waits` : t`Nothing was decided yet`;
  return (
    <>
      <h2 className="sr-only">{t`Appeals`}</h2>
      <SegmentedChoice
        label={t`Which appeals`}
        hideLabel
        value={state}
        options={[
          { value: "open", label: t`Waiting` },
          { value: "closed", label: t`Decided` },
        ]}
        onChange={setState}
      />
      <Part title={t`Against ratings`}>
        <Pages query={ratings} empty={empty} brief>
          {(rating) => <RatingCard rating={rating} />}
        </Pages>
      </Part>
      <Part title={t`Against what was hidden`}>
        <Pages query={hidings} empty={empty} brief>
          {(hiding) => <HidingCard hiding={hiding} />}
        </Pages>
      </Part>
    </>
  );
}
