/**
 * The strongly connected component of each node: nodes with the same number reach each other. Tarjan's algorithm with
 * its own stack, since a road may be longer than the stack of calls.
 */
export function strongComponents(nodes: number, from: Uint32Array, to: Uint32Array): Uint32Array {
  const { first, targets } = groupByNode(nodes, from, to);
  const component = new Uint32Array(nodes);
  /** Number in the order of visits, from 1; 0 before. */
  const order = new Uint32Array(nodes);
  const lowest = new Uint32Array(nodes);
  const isOpen = new Uint8Array(nodes);
  const nextEdge = first.slice(0, nodes);
  const open: number[] = [];
  const calls: number[] = [];
  let visits = 0;
  let components = 0;

  const visit = (node: number): void => {
    order[node] = ++visits;
    lowest[node] = visits;
    isOpen[node] = 1;
    open.push(node);
    calls.push(node);
  };

  const close = (root: number): void => {
    for (let node = -1; node !== root;) {
      node = open.pop()!;
      isOpen[node] = 0;
      component[node] = components;
    }
    components++;
  };

  for (let start = 0; start < nodes; start++) {
    if (order[start] === 0) visit(start);
    while (calls.length > 0) {
      const node = calls.at(-1)!;
      if (nextEdge[node]! < first[node + 1]!) {
        const target = targets[nextEdge[node]!++]!;
        if (order[target] === 0) visit(target);
        else if (isOpen[target] === 1) lowest[node] = Math.min(lowest[node]!, order[target]!);
        continue;
      }
      calls.pop();
      if (lowest[node] === order[node]) close(node);
      const caller = calls.at(-1);
      if (caller !== undefined) lowest[caller] = Math.min(lowest[caller]!, lowest[node]!);
    }
  }
  return component;
}

function groupByNode(nodes: number, from: Uint32Array, to: Uint32Array) {
  const first = new Uint32Array(nodes + 1);
  for (const node of from) first[node + 1]!++;
  for (let node = 0; node < nodes; node++) first[node + 1]! += first[node]!;
  const next = first.slice();
  const targets = new Uint32Array(to.length);
  for (let edge = 0; edge < to.length; edge++) targets[next[from[edge]!]!++] = to[edge]!;
  return { first, targets };
}
