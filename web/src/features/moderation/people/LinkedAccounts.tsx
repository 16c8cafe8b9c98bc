import type { LinkedAccounts as Linked } from "@commonlane/contract/moderation-shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Pill } from "#shared/ui/Pill.tsx";
import { linkedAccounts } from "../moderation.queries.ts";
import { ModerationSection, PersonLink } from "#shared/console/console-ui.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Accounts that may belong to one person who rates themselves. */
export function LinkedAccounts() {
  const { t } = useLingui();
  return (
    <ModerationSection title={t`Accounts that mostly rate each other`}>
      <p className="text-ink-2">{t`They also share a browser or a network, which people of one household or campus do too. Look at their rides before you act.`}</p>
      <LinkedAccountList />
    </ModerationSection>
  );
}

function LinkedAccountList() {
  const { t } = useLingui();
  const linksQuery = useQuery(linkedAccounts);
  const links = linksQuery.data;
  if (!links) return <NotLoaded query={linksQuery} />;
  if (links.length === 0) return <p>{t`None in the last 90 days.`}</p>;
  return (
    <ul className="grid divide-y divide-line card">
      {links.map((link) => (
        <li key={link.accounts.map(({ person }) => person.uid).join()} className="grid gap-2 p-4">
          <LinkedPair link={link} />
        </li>
      ))}
    </ul>
  );
}

function LinkedPair({
  link: { accounts, ratingsBetween, sharesDevice, sharesNetwork },
}: {
  link: Linked;
}) {
  const { t } = useLingui();
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {sharesDevice && <Pill tone="bad" icon="lock">{t`Same browser`}</Pill>}
        {sharesNetwork && <Pill tone="quiet" icon="home">{t`Same network`}</Pill>}
        <span>{t`${ratingsBetween} ratings of each other in 90 days`}</span>
      </div>
      {accounts.map(({ person, ratingsReceived }) => (
        <p key={person.uid} className="flex flex-wrap gap-x-2">
          <PersonLink person={person} />
          <span className="text-ink-2">{t`${ratingsReceived} ratings from everyone`}</span>
        </p>
      ))}
    </>
  );
}
