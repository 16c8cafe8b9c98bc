/** Hundredths of a power of ten, so that 100,000 people are 500. Other kinds of places are compared with towns by it. */
export const importanceOf = (population: number): number => Math.round(100 * Math.log10(Math.max(1, population)));
