import { NoticeSettings } from "#features/notices/NoticeSettings.tsx";
import { ProfileScreen } from "#features/profiles/ProfileScreen.tsx";

/** One's own profile, and what one wants to be told. */
export function ProfilePage() {
  return <ProfileScreen notices={<NoticeSettings />} />;
}
