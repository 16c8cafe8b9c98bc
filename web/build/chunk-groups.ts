/** What every page begins with, and small things that would drag a group along to whoever needs one of them. */
const BASE = new RegExp(
  "contract.src.(limits|proof-of-work)|web.src.shared.captcha.(CaptchaContainer|progress-container|proof-source)|" +
    "web.src.(app.(App|routing.RouteFocusManager|errors.(CrashScreen|ErrorBoundary))|shared.(log|api.api-error|community-settings|connection.connection-status|load-chunk|theme)|features.(landing.sections|active-drivers.position.position-source)|" +
    "shared.session.(browser-session|token-renewal|token-source|return-target|SessionProvider)|shared.forms.(use-draft|search-draft)|" +
    "shared.ui.(Avatar|initials|JourneyStrip|Button|button-classes|cx|ErrorState|Icon|IconButton|icon-paths|lazy-screen|Link|LoadingScreen|Logo|SiteFooter|SkipLink|toasts.(Toasts|toast-list|toast-host)|ConnectionBanner|use-title))\\.tsx?$",
);

/** What every form is made of. */
const FORMS =
  /web.src.(shared.ui.(fields.(Field|TextField|PasswordField|SelectField)|Notice)|shared.api.error-text|shared.forms.use-attempt)\.tsx?$/;

/** What keeps the answers of the server and stands for them until they come, and the few lines that every page behind the sign-in has. */
const QUERY = new RegExp(
  "@tanstack.*modern.(queryClient|QueryClientProvider)\\.js$|" +
    "web.src.(shared.ui.Skeleton|app.query-client|shared.chat.(open-chat|unread-count)|" +
    "features.rides.search.(save-search-context|no-results-context))\\.tsx?$",
);

/** What asks the server and checks its answers: schemas, calls, hooks of queries. No page needs it to be drawn. */
const DATA = new RegExp(
  "node_modules.(zod|@tanstack)|contract.src.(?!limits|proof|community|contact-details.(?:mask|find-links|find-phones|fold-text|number-words|ordinary-numbers)|phone|password|account-errors|ratings|trip-outcomes|blocks|reports|content-removals|moderation|trip-safety|trusted-contacts|emergency-numbers)|" +
    "web.src.shared.(api.api-client|random-id|forms.idempotent-send)\\.ts$",
);

/** A search as the address holds it, and the frame of the map that shows what it found. */
const SEARCH =
  /web.src.features.rides.(search.(search-url|result-view|use-search-state)|place-param)\.tsx?$|shared.ui.MapOverlayLayout|shared.formatting.(time-zones|user-time-zone)/;

/** The form of a search. */
const PLACES = /web.src.(shared.places|features.rides.(route-geometry|search.(SearchFields|use-search-form)))/;

/** What can be done against somebody, wherever one meets them. */
const SAFETY = /web.src.shared.safety.(PersonMenu|BlockedNotice|own-blocks)|contract.src.(blocks|reports)\.ts$/;

/** What stands where a map will be, and where none can be. */
const NO_MAP = /web.src.shared.map.(LazyMapView|MapFallback|StopList|webgl)/;

/** What most screens behind the sign-in share. */
const INSIDE = /web.src.shared.(ui.(EmptyState|Pill|fields.(SegmentedChoice|Stepper))|formatting)/;

/**
 * What goes into one file together: many small ones weigh more and take more round trips. A group takes along what its files
 * import, unless a group before it has that, so those that pages begin with stand first.
 */
export const chunkGroups = [
  // The libraries change rarely: a new version of ours does not fetch them again.
  {
    name: "vendor",
    test: /node_modules.(react|react-dom|react-router|scheduler|@lingui).|preload-helper|rolldown.runtime/,
  },
  { name: "base", test: BASE },
  { name: "forms", test: FORMS },
  { name: "rules", test: /contract.src.(password|phone)\.ts$/ },
  {
    name: "account",
    test: /web.src.(shared.(forms.(PhoneField|use-send-code)|password.PasswordPair)|features.accounts.(use-code-step|login.use-delayed-login-redirect))\./,
  },
  { name: "query", test: QUERY },
  { name: "search", test: SEARCH },
  { name: "dialog", test: /web.src.shared.ui.(Dialog|focus.use-return-focus)/ },
  { name: "data", test: DATA },
  { name: "no-map", test: NO_MAP },
  { name: "places", test: PLACES },
  { name: "inside", test: INSIDE },
  { name: "safety", test: SAFETY },
];
