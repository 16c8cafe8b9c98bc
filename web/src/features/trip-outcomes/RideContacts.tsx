import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { contactsOfRide } from "./trip-outcomes.queries.ts";
import { usePhoneFormat } from "#shared/forms/use-phone-format.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";

/** Link that calls a shared phone number. */
export function CallLink({ name, phone }: { name: string; phone: string }) {
  const { t } = useLingui();
  const format = usePhoneFormat(true);
  const formattedPhone = format?.(phone) ?? phone;
  return (
    <a
      href={`tel:${phone}`}
      className={cx(buttonClasses("line", "sm"), "justify-self-start")}
      aria-label={t`Call ${name}, ${formattedPhone}`}
    >
      <span className="num">{formattedPhone}</span>
    </a>
  );
}

/** Phone numbers of the people on the ride; renders nothing if no one shares a number. */
export function RideContacts({ rideId }: { rideId: string }) {
  const { t } = useLingui();
  const contacts = useQuery(contactsOfRide(rideId)).data?.items ?? [];
  if (contacts.length === 0) return null;
  return (
    <section aria-labelledby="contacts" className="grid gap-3">
      <h2 id="contacts" className="text-xl font-bold">{t`On this ride`}</h2>
      <ul className="grid gap-3 card p-4">
        {contacts.map(({ person: { uid, displayName, initials, photo }, phone }) => (
          <li key={uid} className="flex flex-wrap items-center justify-between gap-2">
            <span className="flex min-w-0 items-center gap-2.5 font-semibold wrap-anywhere">
              <Avatar uid={uid} name={displayName} initials={initials} photo={photo} size="sm" />
              {displayName}
            </span>
            <CallLink name={displayName} phone={phone} />
          </li>
        ))}
      </ul>
    </section>
  );
}
