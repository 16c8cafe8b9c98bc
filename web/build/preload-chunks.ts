import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { Chunks } from "./screen-scripts.ts";

/**
 * Calls that the first render of a signed-in screen makes, by the screen's route. The early script asks for them as soon
 * as the session is renewed, long before the scripts have arrived that would. `:uid` is the user's id, other names are
 * parts of the page's address. A call must be written as the app makes it: e2e/early-calls.slow.spec.ts finds one that
 * is not taken.
 */
export const EARLY_CALLS: Readonly<Record<string, readonly string[]>> = {
  "/home": [
    "/api/rides/my/:uid?coming=true&limit=100",
    "/api/rides/my-requests?coming=true&limit=100",
    "/api/rides/incoming-requests?limit=30&status=pending",
    "/api/requests/my?limit=30&status=open",
    "/api/ratings/due",
  ],
  "/seek": ["/api/requests/my?limit=30&status=open"],
  "/host": ["/api/firebase-auth/profile"],
  "/requests": ["/api/rides/incoming-requests?limit=30&status=pending"],
  "/rides/:rideId": ["/api/rides/:rideId"],
};

/** Source files (name endings) that each path needs for its first render. */
type Pages = Record<string, readonly string[]>;

/**
 * Adds a small inline script that inserts `modulepreload` links for the current path, so that the browser fetches the
 * page's chunks together with the app's entry, or after a prerendered page was painted. It runs before the first paint, so it also sets the theme marks
 * returning users, for whom pages for visitors are not shown, renews their session and asks for what their screen shows
 * first. Fails the build if a screen is not a separate chunk.
 */
export function preloadPageChunks(pages: Pages): Plugin {
  let script:
    | {
        fileName: string;
        source: string;
      }
    | undefined;
  return {
    name: "early-chunks",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const source = sourceFor(pages, new Chunks(Object.values(bundle ?? {})));
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        script = {
          fileName: `assets/early-${hash}.js`,
          source,
        };
        const attrs = { src: `/${script.fileName}` };
        return [
          {
            tag: "script",
            attrs,
            injectTo: "head-prepend",
          },
        ];
      },
    },
    generateBundle: {
      order: "post",
      handler() {
        if (script)
          this.emitFile({
            type: "asset",
            ...script,
          });
      },
    },
  };
}

/**
 * The keys are those of shared/theme.ts, session/browser-environment.ts and session/return-target.ts. The landing page
 * says more to visitors who were sent there.
 */
const BEFORE_DRAWING =
  "const page=document.documentElement.dataset,script=document.currentScript.dataset,{entry}=script;" +
  'try{const theme=localStorage.getItem("commonlane.theme");' +
  "if(/^(light|dark)$/.test(theme))page.theme=theme;" +
  'if(localStorage.getItem("commonlane.session")||document.cookie.includes("commonlane_session=open")||' +
  'location.pathname==="/"&&sessionStorage.getItem("commonlane.return-to"))page.expected=""}catch{}';

/**
 * Asks for what the screen shows first (early-calls.ts), all at once, with the token of the session that was just
 * renewed. What is not taken soon is dropped: it would no longer be true.
 */
const ASK_FOR_DATA =
  "const ask=({idToken,user})=>{" +
  "for(const[route,calls]of Object.entries(early)){" +
  'const at=location.pathname.match(new RegExp("^"+route.replace(/:(\\w+)/g,"(?<$1>[^/]+)")+"$"));' +
  "if(at)for(const call of calls){" +
  'const address=call.replace(/:(\\w+)/g,(_,name)=>name==="uid"?user.uid:at.groups[name]);' +
  'const reply=fetch(address,{headers:{accept:"application/json","accept-language":document.documentElement.lang,authorization:`Bearer ${idToken}`},signal:AbortSignal.timeout(1e4)})' +
  ".then(async reply=>new Response(await reply.text(),reply));" +
  "reply.catch(()=>{});" +
  "commonlaneEarly[`GET ${address}`]=reply}}" +
  "setTimeout(()=>{globalThis.commonlaneEarly=undefined},2e4)};";

/**
 * A first start uses the system's fonts until its screen is shown (background/BackgroundServices.tsx): web fonts are a
 * quarter of what it loads. Later starts have them in the service worker's cache.
 */
const WAIT_WITH_FONTS =
  "const showFonts=()=>{delete page.fonts};" +
  'if(!navigator.serviceWorker?.controller){page.fonts="later";setTimeout(showFonts,1e4)}';

/**
 * Renews the session while the scripts are on their way (shared/api/early-replies.ts). The keys, the lock and its name
 * are those of session/browser-environment.ts: tabs share one cookie, which changes with each renewal.
 */
const RENEW_SESSION =
  'try{const hint=localStorage.getItem("commonlane.session");' +
  'if(navigator.locks&&(hint?hint==="open":document.cookie.includes("commonlane_session=open"))){' +
  WAIT_WITH_FONTS +
  'globalThis.commonlaneEarly={"POST /api/identity/refresh":new Promise(resolve=>' +
  'navigator.locks.request("commonlane.session",{ifAvailable:true},async lock=>{' +
  // Another tab renews the session.
  "if(!lock)return resolve();" +
  'const reply=fetch("/api/identity/refresh",{method:"POST",headers:{accept:"application/json"},signal:AbortSignal.timeout(1e4)})' +
  // Read at once: the scripts may take longer than the time limit.
  ".then(async reply=>{const text=await reply.text();if(!reply.ok)showFonts();else try{ask(JSON.parse(text))}catch{}return new Response(text,reply)});" +
  "resolve(reply);await reply.catch(()=>{})}))}};" +
  'globalThis.commonlaneEarly?.["POST /api/identity/refresh"].catch(()=>{})}catch{}';

/** Marks the page if Enter was the last key in a form of the prerendered page: app/typed-input.ts then submits it. */
const NOTE_ENTER =
  'addEventListener("keydown",({key,target})=>{if(target.closest(".first-paint form"))' +
  'if(key==="Enter")page.enter="";else delete page.enter});';

/**
 * A prerendered page is painted before its scripts are fetched, so that they do not compete with it; the server names
 * them in the attributes of this script. An animation frame would come too early: the browser paints after it. A hidden
 * tab paints nothing, so there is a time limit; a second element for the same module changes nothing.
 */
const START =
  "const add=(tag,fields)=>document.head.append(Object.assign(document.createElement(tag),fields)),start=()=>{" +
  'for(const href of(script.preload?.split(" ")??[]).concat(table[location.pathname]??[]))add("link",{rel:"modulepreload",href});' +
  'if(entry)add("script",{type:"module",src:entry})};' +
  "if(entry&&page.expected===undefined){" +
  'new PerformanceObserver(list=>list.getEntriesByName("first-contentful-paint")[0]&&start()).observe({type:"paint",buffered:true});' +
  "setTimeout(start,2e3)}else start();";

function sourceFor(pages: Pages, chunks: Chunks): string {
  const always = chunks.reachedFrom(chunks.entries());
  const table = Object.entries(pages).map(([path, screens]) => {
    const needed = [...chunks.reachedFrom(screens.map((screen) => chunks.find(screen)))];
    return [
      path,
      needed.filter((chunk) => !always.has(chunk)).map(({ fileName }) => `/${fileName}`),
    ];
  });
  return `{const early=${JSON.stringify(EARLY_CALLS)};${BEFORE_DRAWING}${ASK_FOR_DATA}${RENEW_SESSION}${NOTE_ENTER}const table=${JSON.stringify(Object.fromEntries(table))};${START}}`;
}
