export { initReliabilityConsumer, reliabilityConsumer } from "./reliability-consumer.ts";
export { recomputeReliability } from "./recompute.ts";
