let answer: boolean | undefined;

/** True if the browser supports WebGL; tested once, because each test uses up one of its few contexts. */
export function canDrawMaps(): boolean {
  answer ??= hasWebgl2();
  return answer;
}

/** False until `canDrawMaps` was asked for the first time. */
export const knowsWhetherMapsCanBeDrawn = (): boolean => answer !== undefined;

function hasWebgl2(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}
