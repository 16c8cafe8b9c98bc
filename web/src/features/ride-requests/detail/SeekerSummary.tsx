import type { PublicPerson } from "@commonlane/contract/profiles";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Link } from "#shared/ui/Link.tsx";

/** The person who posted the request. */
export function SeekerSummary({ person }: { person: PublicPerson }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar
        uid={person.uid}
        name={person.displayName}
        initials={person.initials}
        photo={person.photo}
      />
      <div className="min-w-0">
        <p className="truncate font-semibold">
          <Link to={`/profile/${person.uid}`} className="underline-offset-4 hover:underline">
            {person.displayName}
          </Link>
        </p>
        <p className="flex text-sm text-ink-2">
          <RatingText person={person} />
        </p>
      </div>
    </div>
  );
}
