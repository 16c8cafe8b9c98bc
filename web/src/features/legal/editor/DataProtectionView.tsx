import type { DataProtection, ProcessingActivity } from "@commonlane/contract/administration";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { DetailList, ModerationSection } from "#shared/console/console-ui.tsx";
import { dataProtectionQuery } from "./legal.queries.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { saveCsv, toCsv } from "#shared/api/download.ts";

/** The record of processing activities and the retention periods, from what this server stores. */
export function DataProtectionView() {
  const { t } = useLingui();
  const query = useQuery(dataProtectionQuery);
  const { data } = query;
  if (!data) return <NotLoaded query={query} />;
  return (
    <>
      <div className="grid gap-1">
        <Link
          to="/moderation/legal"
          className="justify-self-start py-1 text-brand-ink underline underline-offset-4"
        >
          {t`All legal texts`}
        </Link>
        <h2 className="text-xl font-bold tracking-[-.02em]">{t`Data protection`}</h2>
        <p className="text-ink-2">
          {t`Made from what this server stores and how it is set up. Check it and add what you do outside of this service.`}
        </p>
      </div>
      <Buttons data={data} />
      <div data-printed="" className="grid gap-6">
        <Record data={data} />
        <Retention data={data} />
      </div>
    </>
  );
}

function Buttons({ data }: { data: DataProtection }) {
  const { t } = useLingui();
  const labels = useActivityLabels();
  const saveRecord = () => {
    const rows = data.activities.map((activity) => labels.map(({ read }) => read(activity)));
    saveCsv("processing-activities.csv", toCsv([labels.map(({ name }) => name), ...rows]));
  };
  const saveRetention = () => {
    const head = [t`Data`, t`Kept`, t`Setting`];
    saveCsv(
      "retention.csv",
      toCsv([
        head,
        ...data.retention.map(({ what, period, variable }) => [what, period, variable ?? ""]),
      ]),
    );
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="line" onClick={() => globalThis.print()}>{t`Print`}</Button>
      <Button variant="line" onClick={saveRecord}>{t`Download the record (CSV)`}</Button>
      <Button variant="line" onClick={saveRetention}>{t`Download the periods (CSV)`}</Button>
    </div>
  );
}

interface ActivityLabel {
  readonly name: string;
  readonly read: (activity: ProcessingActivity) => string;
  /** Names of tables and columns, which are the same in every language. */
  readonly isCode?: boolean;
}

/** What is said of each activity, in the order of the record. */
function useActivityLabels(): readonly ActivityLabel[] {
  const { t } = useLingui();
  return [
    { name: t`Activity`, read: ({ name }) => name },
    {
      name: t`Purpose`,
      read: ({ purpose }) => purpose,
    },
    {
      name: t`Legal basis`,
      read: ({ legalBasis }) => legalBasis,
    },
    {
      name: t`People concerned`,
      read: ({ people }) => people,
    },
    {
      name: t`Recipients`,
      read: ({ recipients }) => recipients,
    },
    {
      name: t`Kept`,
      read: ({ retention }) => retention,
    },
    {
      name: t`Stored data`,
      isCode: true,
      read: ({ data }) =>
        data.map(({ table, columns }) => `${table}: ${columns.join(", ")}`).join("; "),
    },
  ];
}

function Record({ data: { controller, contact, activities } }: { data: DataProtection }) {
  const { t } = useLingui();
  const [, ...labels] = useActivityLabels();
  return (
    <ModerationSection title={t`Record of processing activities (Art. 30 GDPR)`}>
      <DetailList
        details={[
          {
            name: t`Controller`,
            value: <span className="whitespace-pre-line">{controller ?? t`not set`}</span>,
          },
          { name: t`Contact`, value: contact },
        ]}
      />
      {activities.map((activity) => (
        <article key={activity.name} className="grid gap-2 break-inside-avoid">
          <h4 className="font-bold">{activity.name}</h4>
          <DetailList
            details={labels.map(({ name, read, isCode }) => ({
              name,
              value: isCode ? <code className="text-sm">{read(activity)}</code> : read(activity),
            }))}
          />
        </article>
      ))}
    </ModerationSection>
  );
}

function Retention({ data: { retention } }: { data: DataProtection }) {
  const { t } = useLingui();
  return (
    <ModerationSection title={t`Retention periods`}>
      <div
        className="overflow-x-auto card"
        role="group"
        aria-label={t`Retention periods`}
        tabIndex={0}
      >
        <table className="w-full text-start">
          <thead>
            <tr className="border-b border-line text-sm text-ink-2">
              <th scope="col" className="p-3 text-start">{t`Data`}</th>
              <th scope="col" className="p-3 text-start">{t`Kept`}</th>
              <th scope="col" className="p-3 text-start">{t`Setting`}</th>
            </tr>
          </thead>
          <tbody>
            {retention.map(({ what, period, variable }) => (
              <tr key={what} className="border-b border-line last:border-0">
                <th scope="row" className="p-3 text-start font-normal">
                  {what}
                </th>
                <td className="p-3">{period}</td>
                <td className="p-3 text-sm text-ink-2">
                  {variable !== null && <code>{variable}</code>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ModerationSection>
  );
}
