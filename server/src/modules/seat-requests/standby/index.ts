export { joinStandby, leaveStandby } from "./standby.ts";
