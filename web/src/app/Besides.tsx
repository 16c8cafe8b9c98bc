import { Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { wantChat } from "#shared/chat/chat-door.ts";
import { connection } from "#shared/connection.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { SafetyDoor } from "./SafetyDoor.tsx";

const AgreeAgain = lazyScreen(() => import("#features/own-data/AgreeAgain.tsx"), "AgreeAgain");
const ChangeName = lazyScreen(() => import("#features/profiles/ChangeName.tsx"), "ChangeName");
const Bulletin = lazyScreen(() => import("#features/bulletin/Bulletin.tsx"), "Bulletin");
const KeptFocus = lazyScreen(() => import("./KeptFocus.tsx"), "KeptFocus");
const KeptOffline = lazyScreen(() => import("./KeptOffline.tsx"), "KeptOffline");

/** What stands beside the screens and what no page waits for. */
export function Besides() {
  useChatInAddress();
  const atRest = useAtRest();
  return (
    <>
      <SafetyDoor />
      {atRest && (
        <Suspense>
          <Bulletin />
          <KeptFocus />
          <KeptOffline />
          <AgreeAgain />
          <ChangeName />
        </Suspense>
      )}
    </>
  );
}

/** `?chat=…`, as notices lead to it, opens that conversation, and `?chat` the list; the address then forgets it. */
function useChatInAddress(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(search);
    const conversationId = query.get("chat");
    if (conversationId === null) return;
    query.delete("chat");
    wantChat(conversationId ? { conversationId } : "list");
    void navigate({ pathname, search: query.toString() }, { replace: true });
  }, [pathname, search, navigate]);
}

/** True when the page is loaded and a moment has gone by; where the server is not reached at once. */
function useAtRest(): boolean {
  const [atRest, setAtRest] = useState(connection() === "offline");
  useEffect(() => {
    const later = () => setTimeout(setAtRest, 1000, true);
    if (document.readyState === "complete") later();
    else addEventListener("load", later, { once: true });
  }, []);
  return atRest;
}
