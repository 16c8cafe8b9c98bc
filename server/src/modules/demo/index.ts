export { createDemoPlugin, demoReadyMessage } from "./demo.ts";
