import type { PublicPerson } from "@commonlane/contract/profiles";
import type { ReactNode } from "react";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { MarkBadges } from "#shared/trust-marks/MarkBadges.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Link } from "#shared/ui/Link.tsx";

interface PersonRowProps {
  readonly person: PublicPerson;
  /** What the person is in the group. */
  readonly role?: ReactNode;
  readonly menu?: ReactNode;
}

/** A person with photo, name, rating and trust marks. */
export function PersonRow({ person, role, menu }: PersonRowProps) {
  return (
    <div className="flex items-center gap-3">
      <Avatar
        uid={person.uid}
        name={person.displayName}
        initials={person.initials}
        photo={person.photo}
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={`/profile/${person.uid}`}
            className="font-semibold underline-offset-4 wrap-anywhere hover:underline"
          >
            {person.displayName}
          </Link>
          {role}
        </div>
        <div className="text-sm text-ink-3">
          <RatingText person={person} />
        </div>
        <MarkBadges marks={person.marks} className="mt-1" />
      </div>
      {menu}
    </div>
  );
}
