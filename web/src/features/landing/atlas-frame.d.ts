/** The window of the landing's drawn map: Mercator over the middle of Europe, in units of its own SVG. */
export declare const ATLAS_WIDTH = 900;
export declare const ATLAS_HEIGHT: number;
export type Point = readonly [x: number, y: number];
/** Where a place lies in the drawing; latitudes near the poles are pulled to 84°. */
export declare function project(lng: number, lat: number): Point;
