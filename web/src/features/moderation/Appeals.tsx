import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SegmentedChoice } from "#shared/ui/SegmentedChoice.tsx";
import { appealPages, type Waiting } from "./moderation.queries.ts";
import { Pages } from "./Pages.tsx";
import { RatingCard } from "./RatingCard.tsx";

/** Ratings that somebody asked moderators to look at. */
export function Appeals() {
  const { t } = useLingui();
  const [state, setState] = useState<Waiting>("open");
  const query = useInfiniteQuery(appealPages(state));
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
      <Pages query={query} empty={state === "open" ? t`No appeal waits` : t`Nothing was decided yet`}>
        {(rating) => <RatingCard rating={rating} />}
      </Pages>
    </>
  );
}
