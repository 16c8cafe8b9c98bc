import type { Log } from "../log.ts";
import { Peer } from "../peer/peer.ts";
import { userAgentOf } from "../peer/user-agent.ts";
import type { Settings } from "../settings.ts";
import { fallingBack } from "./falling-back.ts";
import { greatCircles } from "./great-circles.ts";
import { osrm } from "./osrm.ts";
import { remembering } from "./remembering.ts";
import type { Router } from "./router.ts";
import { valhalla } from "./valhalla.ts";

const KINDS = { osrm, valhalla };

/** The router that was set: great circles, or a service that knows roads and is fallen back from where it does not answer. */
export function openRouter(settings: Settings, log: Log): Router {
  const reckoning = greatCircles(settings);
  if (!settings.ROUTER) return reckoning;
  const { kind, url } = settings.ROUTER;
  const peer = new Peer({ name: "router", url, userAgent: userAgentOf(settings) }, log);
  return remembering(fallingBack(KINDS[kind](peer), reckoning, log), reckoning);
}
