/** Coordinates in degrees (WGS 84). */
export interface LatLng {
  lat: number;
  lng: number;
}

/** A stop of the journey. Start, end, pickup and dropoff have a tag with time and label; "stop" is a ring. */
export interface MapStop extends LatLng {
  kind: "start" | "end" | "stop" | "pickup" | "dropoff";
  label: string;
  /** Local time as displayed, such as "07:45". */
  time?: string | undefined;
}

/** A selectable pin. Its label shows when it is selected, hovered or focused. Overlapping pins show as a number. */
export interface MapPin extends LatLng {
  id: string;
  label: string;
  selected?: boolean | undefined;
}

/** A moving marker. It glides to new positions, along the route if it is on it, and never moves the camera. */
export interface MapMover extends LatLng {
  id: string;
  label: string;
  /** Degrees clockwise from north, if known. */
  heading?: number | undefined;
  /** The user's own position; without a label it is only a mark. */
  own?: boolean | undefined;
  selected?: boolean | undefined;
  /** Not updated for a while. */
  faded?: boolean | undefined;
}

/** A line that the pointer can highlight, such as the route of another result. */
export interface MapLine {
  readonly id: string;
  readonly points: readonly LatLng[];
  readonly isEstimated?: boolean;
}

/** A polygon: its outer ring and the rings of its holes, each ending where it began. */
export type MapArea = readonly (readonly LatLng[])[];

/** Pixels covered by panels at each edge: content and controls stay clear of them. */
export interface MapPadding {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Content and view of a map. The camera moves if any value changes, not if only its identity does. */
export interface MapScene {
  /** The full route as a line. */
  route?: readonly LatLng[] | undefined;
  /** The segment relevant to the user, which the map fits; the rest of the route is drawn paler. */
  segment?: readonly LatLng[] | undefined;
  /** Route and segment do not follow roads all the way; straight parts are dashed. */
  isEstimated?: boolean | undefined;
  /** Other lines, drawn palest. */
  lines?: readonly MapLine[] | undefined;
  /** Ways on foot to the pickup and from the dropoff, drawn dotted. */
  walks?: readonly (readonly LatLng[])[] | undefined;
  /** Areas shown as tinted polygons with an outline; each has an outer ring and the rings of its holes. */
  areas?: readonly MapArea[] | undefined;
  stops?: readonly MapStop[] | undefined;
  pins?: readonly MapPin[] | undefined;
  padding?: MapPadding | undefined;
  /** Centre of the view, instead of fitting the content. */
  center?: LatLng | undefined;
  /** Zoom at `center`, from 0 (world) to the closest that the map has; defaults to 9. */
  zoom?: number | undefined;
}

/** What a dialog does with a map whose centre is picked. */
export interface PickMap {
  centerOn: (at: LatLng, zoom?: number) => void;
  zoomBy: (levels: number) => void;
  /** Moves the keyboard focus to the map. */
  focus: () => void;
}

export interface MapPicking {
  /** Called with what moves the map, once it can. */
  onReady: (map: PickMap) => void;
  /** Called when the map begins and ends to move. */
  onMoving: (moving: boolean) => void;
  /** Called with the centre and the zoom after each move. */
  onCenter: (at: LatLng, zoom: number) => void;
  /** Called when Enter is pressed on the map. */
  onConfirm: () => void;
}

export interface MapViewProps extends MapScene {
  /** Accessible name of the map. */
  label: string;
  /** The map picks its centre: a tap moves there, arrow keys move in steps. */
  picking?: MapPicking | undefined;
  /** Called with the id of a line that the pointer enters. */
  onLine?: ((id: string) => void) | undefined;
  /** Called with the id of a selected pin. */
  onPin?: ((id: string) => void) | undefined;
  /**
   * Separate from the scene because they change every second. Purely visual: the page must present the same information
   * as text.
   */
  movers?: readonly MapMover[] | undefined;
  /** Called with the ids of the selected marker, or of several at the same position. */
  onMovers?: ((ids: readonly string[]) => void) | undefined;
}
