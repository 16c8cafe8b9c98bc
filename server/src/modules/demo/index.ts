export {
  createDemoPlugin,
  createNeighbourPlugin,
  demoReadyMessage,
  neighbourReadyMessage,
} from "./demo.ts";
