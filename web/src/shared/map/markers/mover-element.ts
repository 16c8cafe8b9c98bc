import { iconPaths } from "../../ui/icon-paths.ts";
import type { MapMover } from "../map-types.ts";

const SVG = "http://www.w3.org/2000/svg";
const MAX_COUNT = 999;

/**
 * Element of a moving marker or a cluster. For mouse and touch only; keyboard and screen reader users have the list
 * beside the map.
 */
export function createMoverElement(choose: (ids: readonly string[]) => void): HTMLElement {
  const element = document.createElement("button");
  element.type = "button";
  element.tabIndex = -1;
  element.ariaHidden = "true";
  element.className = "map-mover";
  element.addEventListener("click", (event) => {
    // Prevents a click on the map below.
    event.stopPropagation();
    choose((element.dataset["ids"] ?? "").split(" "));
  });
  element.append(pointer(), car(), span("map-count"), tag());
  return element;
}

/** Shows the name of a single driver, or the size of a cluster. */
export function drawMover(element: HTMLElement, first: MapMover, ids: readonly string[]): void {
  element.dataset["ids"] = ids.join(" ");
  if (ids.length > 1) drawCluster(element, ids.length);
  else drawSingle(element, first);
}

function drawCluster(element: HTMLElement, size: number): void {
  element.dataset["kind"] = "many";
  for (const name of ["selected", "faded", "headed"]) flag(element, name, false);
  write(element, ".map-count", size > MAX_COUNT ? `${MAX_COUNT}+` : String(size));
  write(element, ".map-tag", "");
}

function drawSingle(
  element: HTMLElement,
  { own, selected, faded, heading, label }: MapMover,
): void {
  element.dataset["kind"] = own ? "own" : "one";
  flag(element, "selected", selected ?? false);
  flag(element, "faded", faded ?? false);
  if (heading === undefined) flag(element, "headed", false);
  else turnMover(element, heading);
  write(element, ".map-count", "");
  write(element, ".map-tag", label);
}

/** Points the arrow of a marker in a direction, in degrees from north. */
export function turnMover(element: HTMLElement, bearing: number): void {
  flag(element, "headed", true);
  element.style.setProperty("--heading", `${bearing}deg`);
}

function flag(element: HTMLElement, name: string, on: boolean): void {
  if (on) element.dataset[name] = "";
  else delete element.dataset[name];
}

function write(element: HTMLElement, selector: string, text: string): void {
  const label = element.querySelector(selector);
  if (label && label.textContent !== text) label.textContent = text;
}

function span(className: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  return element;
}

function tag(): HTMLElement {
  const element = span("map-tag");
  element.dir = "auto";
  element.dataset["side"] = "top";
  return element;
}

const pointer = () => span("map-heading");

function car(): SVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  const path = drawing.appendChild(document.createElementNS(SVG, "path"));
  path.setAttribute("d", iconPaths.car);
  return drawing;
}
