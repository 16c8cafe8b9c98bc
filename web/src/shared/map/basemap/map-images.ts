import type { Map as MapLibre } from "maplibre-gl";

/** Symbols that layers may use as images; colours are part of an image's name, so that each theme has its own images. */
type Shape = "dot" | "big-dot" | "stop" | "station" | "peak" | "shield" | "gap";

interface MapImage {
  readonly shape: Shape;
  readonly fill: string;
  readonly edge: string;
}

const BOX_PX = 12;
const STATION_PX = 18;
const SHIELD_PX = 16;
/** Side of the room that a marker keeps free of labels. */
const GAP_PX = 44;
const DENSITY = 3;

/** Name of an image for `icon-image`. */
export function imageName({ shape, fill, edge }: MapImage): string {
  return `map;${shape};${fill};${edge}`;
}

/** Name of an invisible image that keeps labels away from a marker. */
export const gapImageName = (): string =>
  imageName({
    shape: "gap",
    fill: "none",
    edge: "none",
  });

/** Creates images when a layer first requests them. */
export function registerMapImages(map: MapLibre): void {
  map.setMissingStyleImageResolver((name) => {
    const [kind, shape, fill, edge] = name.split(";");
    if (kind !== "map" || !fill || !edge || map.hasImage(name)) return;
    const image = drawImage({
      shape,
      fill,
      edge,
    });
    if (!image) return;
    const middle: [number, number][] = [[7 * DENSITY, 9 * DENSITY]];
    const content: [number, number, number, number] = [
      4 * DENSITY,
      2 * DENSITY,
      12 * DENSITY,
      14 * DENSITY,
    ];
    const stretch =
      shape === "shield"
        ? {
            stretchX: middle,
            stretchY: middle,
            content,
          }
        : {};
    map.addImage(name, image, {
      pixelRatio: DENSITY,
      ...stretch,
    });
  });
}

function drawImage({
  shape,
  fill,
  edge,
}: {
  shape: string | undefined;
  fill: string;
  edge: string;
}) {
  if (shape === "gap") return draw(GAP_PX, () => {});
  if (shape === "shield")
    return draw(SHIELD_PX, (pen) => {
      pen.roundRect(1, 1, SHIELD_PX - 2, SHIELD_PX - 2, 3.5);
      paint(pen, {
        fill,
        edge,
        width: 1,
      });
    });
  if (shape === "station")
    return draw(STATION_PX, (pen) => {
      pen.roundRect(2, 2, STATION_PX - 4, STATION_PX - 4, 4);
      paint(pen, {
        fill: edge,
        edge: fill,
        width: 1.5,
      });
      drawTrain(pen, fill);
    });
  if (shape === "peak")
    return draw(BOX_PX, (pen) => {
      pen.moveTo(BOX_PX / 2, 2.5);
      pen.lineTo(BOX_PX - 2, BOX_PX - 3);
      pen.lineTo(2, BOX_PX - 3);
      pen.closePath();
      paint(pen, {
        fill,
        edge,
        width: 1,
      });
    });
  if (shape === "stop")
    return draw(BOX_PX, (pen) => {
      pen.roundRect(2, 2, BOX_PX - 4, BOX_PX - 4, 2.5);
      paint(pen, {
        fill: edge,
        edge: fill,
        width: 1.2,
      });
    });
  const isBig = shape === "big-dot";
  return draw(BOX_PX, (pen) => {
    pen.arc(BOX_PX / 2, BOX_PX / 2, isBig ? 3.5 : 2.3, 0, 2 * Math.PI);
    paint(pen, {
      fill,
      edge,
      width: isBig ? 1.8 : 1.3,
    });
  });
}

/** The front of a train: a body with a window and two lamps. */
function drawTrain(pen: CanvasRenderingContext2D, colour: string): void {
  pen.beginPath();
  pen.roundRect(5.4, 4.4, 7.2, 8, 2);
  pen.strokeStyle = colour;
  pen.lineWidth = 1.2;
  pen.stroke();
  pen.fillStyle = colour;
  pen.fillRect(6, 6.4, 6, 2.4);
  pen.fillRect(6.6, 12.8, 1.4, 1.4);
  pen.fillRect(10, 12.8, 1.4, 1.4);
}

function paint(
  pen: CanvasRenderingContext2D,
  {
    fill,
    edge,
    width,
  }: {
    fill: string;
    edge: string;
    width: number;
  },
): void {
  pen.fillStyle = fill;
  pen.fill();
  pen.lineWidth = width;
  pen.strokeStyle = edge;
  pen.stroke();
}

function draw(size: number, trace: (pen: CanvasRenderingContext2D) => void): ImageData | undefined {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * DENSITY;
  const pen = canvas.getContext("2d");
  if (!pen) return undefined;
  pen.scale(DENSITY, DENSITY);
  pen.beginPath();
  trace(pen);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
