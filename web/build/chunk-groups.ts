/** What every page begins with, and small things that would drag a group along to whoever needs one of them. */
const BASE = new RegExp(
  "contract.src.(limits|proof)|web.src.shared.captcha.(CaptchaContainer|container|proof-source)|" +
    "web.src.(app.(App|Arrival|Crash|ErrorBoundary)|shared.(log|api-error|operator|connection|load-part|theme)|features.(landing.sections|active-drivers.sharing-here)|" +
    "shared.session.(browser-session|renewal|token-source|return-place|SessionProvider)|shared.forms.(use-draft|search-draft)|" +
    "shared.ui.(Avatar|initials|JourneyStrip|Button|button-look|cx|ErrorState|Icon|IconButton|icon-paths|lazy-screen|Link|LoadingScreen|Logo|SiteFooter|SkipLink|Toasts|toast-list|toast-place|ConnectionBanner|use-title))\\.tsx?$",
);

/** What every form is made of. */
const FORMS =
  /web.src.(shared.ui.(Field|TextField|PasswordField|SelectField|Notice)|shared.error-text|shared.forms.use-attempt)\.tsx?$/;

/** What keeps the answers of the server and stands for them until they come, and the few lines that every page behind the sign-in has. */
const QUERY = new RegExp(
  "@tanstack.*modern.(queryClient|QueryClientProvider)\\.js$|" +
    "web.src.(shared.ui.Skeleton|app.query-client|shared.chat.(chat-door|chat-unread)|" +
    "features.rides.(keep-search|when-nothing-found))\\.tsx?$",
);

/** What asks the server and checks its answers: schemas, calls, hooks of queries. No page needs it to be drawn. */
const DATA = new RegExp(
  "node_modules.(zod|@tanstack)|contract.src.(?!limits|proof|community|contact-(?:mask|links|phones)|folded-text|number-words|ordinary-numbers|phone|password|identity-errors|ratings|passages|blocks|reports|hidings|moderat(?:ion|ed)|on-the-way|trusted-contacts|emergency-numbers)|" +
    "web.src.shared.(api|random-id|forms.send-once)\\.ts$",
);

/** A search as the address holds it, and the frame of the map that shows what it found. */
const SEARCH =
  /web.src.features.rides.(search-url|place-text|found-rides|use-wish)\.tsx?$|shared.ui.MapPanel|shared.wording.(instants|own-time-zone)/;

/** The form of a search. */
const PLACES = /web.src.(shared.places|features.rides.(way|WishFields|use-wish-form))/;

/** What can be done against somebody, wherever one meets them. */
const SAFETY = /web.src.shared.safety.(PersonMenu|YouBlocked|own-blocks)|contract.src.(blocks|reports)\.ts$/;

/** What stands where a map will be, and where none can be. */
const NO_MAP = /web.src.shared.map.(LazyMapView|MapFallback|StopList|webgl)/;

/** What most screens behind the sign-in share. */
const INSIDE = /web.src.shared.(ui.(EmptyState|Pill|SegmentedChoice|Stepper)|wording)/;

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
    test: /web.src.(shared.(forms.(PhoneField|use-sent-code)|password.PasswordPair)|features.identity.use-(code-step|login-soon))\./,
  },
  { name: "query", test: QUERY },
  { name: "search", test: SEARCH },
  { name: "dialog", test: /web.src.shared.ui.(Dialog|use-return-focus)/ },
  { name: "data", test: DATA },
  { name: "no-map", test: NO_MAP },
  { name: "places", test: PLACES },
  { name: "inside", test: INSIDE },
  { name: "safety", test: SAFETY },
];
