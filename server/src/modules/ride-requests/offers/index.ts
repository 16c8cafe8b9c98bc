export { endOwnOffer } from "./offer-decisions.ts";
export { makeOffer } from "./offers.ts";
