export { initReliabilityConsumer, reliabilityConsumer } from "./reliability-consumer.ts";
export { reliabilitySweeps, showAllReliability } from "./sweeps.ts";
export { recomputeReliability } from "./recompute.ts";
