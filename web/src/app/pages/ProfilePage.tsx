import { CalendarFeedSettings } from "#features/calendar/CalendarFeedSettings.tsx";
import { ConsoleLink } from "#features/moderation/ConsoleLink.tsx";
import { NotificationSettings } from "#features/notifications/settings/NotificationSettings.tsx";
import { PersonalData } from "#features/personal-data/PersonalData.tsx";
import { BlockedPeople } from "#features/safety/BlockedPeople.tsx";
import { ProfileScreen } from "#features/profiles/ProfileScreen.tsx";
import { DueRatings } from "#features/ratings/DueRatings.tsx";
import { Reputation } from "#features/ratings/Reputation.tsx";
import { TrustedContacts } from "#features/trusted-contacts/TrustedContacts.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { LogOutButton } from "../shell/LogOutButton.tsx";

/** The user's own profile: ratings, notification settings, blocks and personal data. */
export function ProfilePage() {
  const { uid } = useUser();
  const ratings = (
    <Reputation uid={uid} isOwnProfile>
      <DueRatings />
    </Reputation>
  );
  return (
    <ProfileScreen
      ratings={ratings}
      notifications={<NotificationSettings />}
      calendar={<CalendarFeedSettings />}
      contacts={<TrustedContacts />}
      blocked={<BlockedPeople />}
      console={<ConsoleLink />}
      data={<PersonalData />}
      signOut={<LogOutButton />}
    />
  );
}
