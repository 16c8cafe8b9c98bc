export { demoPlugin, demoReadyMessage } from "./demo.ts";
