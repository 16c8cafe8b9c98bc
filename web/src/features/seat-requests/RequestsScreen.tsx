import { useLingui } from "@lingui/react/macro";
import { useSearchParams } from "react-router";
import { SegmentedChoice } from "#shared/ui/SegmentedChoice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { IncomingList } from "./IncomingList.tsx";
import { SentList } from "./SentList.tsx";

/** The inbox of seat requests: what others asked of my rides, and what I asked of theirs. */
export function RequestsScreen() {
  const { t } = useLingui();
  const [search, setSearch] = useSearchParams();
  const shown = search.get("show") === "sent" ? "sent" : "incoming";
  useTitle(t`Requests`);
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-5 px-(--gutter) py-6">
      <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Requests`}</h1>
      <SegmentedChoice
        label={t`Which requests`}
        hideLabel
        value={shown}
        options={[
          { value: "incoming", label: t`For my rides`, icon: "inbox" },
          { value: "sent", label: t`Sent by me`, icon: "send" },
        ]}
        onChange={(show) => setSearch({ show }, { replace: true })}
      />
      {shown === "sent" ? <SentList /> : <IncomingList />}
    </div>
  );
}
