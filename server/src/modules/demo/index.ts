export { demo, demoReady } from "./demo.ts";
