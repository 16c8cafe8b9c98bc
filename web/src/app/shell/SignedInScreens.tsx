import { Route, Routes } from "react-router";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Redirect } from "../routing/Redirect.tsx";

const HomePage = lazyScreen(() => import("../pages/HomePage.tsx"), "HomePage");
const HostPage = lazyScreen(() => import("../pages/HostPage.tsx"), "HostPage");
const RidePage = lazyScreen(() => import("../pages/RidePage.tsx"), "RidePage");
const RatePage = lazyScreen(() => import("../pages/RatePage.tsx"), "RatePage");
const SeriesScreen = lazyScreen(() => import("#features/hosting/series/SeriesScreen.tsx"), "SeriesScreen");
const SeekPage = lazyScreen(() => import("../pages/SeekPage.tsx"), "SeekPage");
const RequestsPage = lazyScreen(() => import("../pages/RequestsPage.tsx"), "RequestsPage");
const PostRequestPage = lazyScreen(() => import("../pages/PostRequestPage.tsx"), "PostRequestPage");
const RequestScreen = lazyScreen(() => import("#features/ride-requests/detail/RequestScreen.tsx"), "RequestScreen");
const OpenRequestsScreen = lazyScreen(
  () => import("#features/ride-requests/browse/OpenRequestsScreen.tsx"),
  "OpenRequestsScreen",
);
const EventsScreen = lazyScreen(() => import("#features/events/EventsScreen.tsx"), "EventsScreen");
const EventFormScreen = lazyScreen(() => import("#features/events/EventFormScreen.tsx"), "EventFormScreen");
const EventPage = lazyScreen(() => import("../pages/EventPage.tsx"), "EventPage");
const GroupsScreen = lazyScreen(() => import("#features/groups/GroupsScreen.tsx"), "GroupsScreen");
const GroupFormScreen = lazyScreen(() => import("#features/groups/GroupFormScreen.tsx"), "GroupFormScreen");
const GroupPage = lazyScreen(() => import("../pages/GroupPage.tsx"), "GroupPage");
const JoinGroupScreen = lazyScreen(() => import("#features/groups/JoinGroupScreen.tsx"), "JoinGroupScreen");
const SavedSearchesPage = lazyScreen(() => import("../pages/SavedSearchesPage.tsx"), "SavedSearchesPage");
const DriversPage = lazyScreen(() => import("../pages/DriversPage.tsx"), "DriversPage");
const PublicProfilePage = lazyScreen(() => import("../pages/PublicProfilePage.tsx"), "PublicProfilePage");
const ProfilePage = lazyScreen(() => import("../pages/ProfilePage.tsx"), "ProfilePage");
const WelcomePage = lazyScreen(() => import("../pages/WelcomePage.tsx"), "WelcomePage");
const YourRidesPage = lazyScreen(() => import("../pages/YourRidesPage.tsx"), "YourRidesPage");
const SettingsPage = lazyScreen(() => import("../pages/SettingsPage.tsx"), "SettingsPage");
const NotificationsScreen = lazyScreen(
  () => import("#features/notifications/NotificationsScreen.tsx"),
  "NotificationsScreen",
);
const ModerationScreen = lazyScreen(() => import("#features/moderation/ModerationScreen.tsx"), "ModerationScreen");

/** The signed-in screens by path, each loaded when first shown; unknown paths lead to /home. App.tsx knows their first segments. */
export function SignedInScreens() {
  return (
    <Routes>
      <Route path="/home" element={<HomePage />} />
      <Route path="/active-drivers" element={<DriversPage />} />
      <Route path="/host" element={<HostPage />} />
      <Route path="/seek" element={<SeekPage />} />
      <Route path="/saved-searches" element={<SavedSearchesPage />} />
      <Route path="/profile" element={<ProfilePage />} />
      <Route path="/welcome" element={<WelcomePage />} />
      <Route path="/your-rides" element={<YourRidesPage />} />
      <Route path="/settings" element={<SettingsPage />} />
      <Route path="/settings/:section" element={<SettingsPage />} />
      <Route path="/profile/:uid" element={<PublicProfilePage />} />
      <Route path="/rides/:rideId" element={<RidePage />} />
      <Route path="/rides/:rideId/rate" element={<RatePage />} />
      <Route path="/series/:seriesId" element={<SeriesScreen />} />
      <Route path="/requests" element={<RequestsPage />} />
      <Route path="/requests/new" element={<PostRequestPage />} />
      <Route path="/requests/open" element={<OpenRequestsScreen />} />
      <Route path="/requests/:requestId" element={<RequestScreen />} />
      <Route path="/events" element={<EventsScreen />} />
      <Route path="/events/new" element={<EventFormScreen />} />
      <Route path="/events/:eventId" element={<EventPage />} />
      <Route path="/events/:eventId/edit" element={<EventFormScreen />} />
      <Route path="/groups" element={<GroupsScreen />} />
      <Route path="/groups/new" element={<GroupFormScreen />} />
      <Route path="/groups/:groupId" element={<GroupPage />} />
      <Route path="/groups/:groupId/edit" element={<GroupFormScreen />} />
      <Route path="/join-group" element={<JoinGroupScreen />} />
      <Route path="/moderation/*" element={<ModerationScreen />} />
      <Route path="/notifications" element={<NotificationsScreen />} />
      <Route path="*" element={<Redirect to="/home" />} />
    </Routes>
  );
}
