let answer: boolean | undefined;

/** Whether this browser can draw maps at all; asked once, since each try takes one of its few drawing contexts. */
export function canDrawMaps(): boolean {
  answer ??= hasWebgl2();
  return answer;
}

function hasWebgl2(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}
