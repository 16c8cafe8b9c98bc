/** A place on earth in degrees, WGS 84. */
export interface LatLng {
  lat: number;
  lng: number;
}

/** A stop of the journey. Start, end, pickup and dropoff carry a tag with time and label; "stop" is a ring. */
export interface MapStop extends LatLng {
  kind: "start" | "end" | "stop" | "pickup" | "dropoff";
  label: string;
  /** Wall-clock time as it is to be shown, such as "07:45". */
  time?: string | undefined;
}

/** Something to choose on the map. Its label shows when it is selected, hovered or focused. */
export interface MapPin extends LatLng {
  id: string;
  label: string;
  selected?: boolean | undefined;
}

/** A pin that somebody moves: where it stands, and what it is called for those who do not see it. */
export interface MapHandle extends LatLng {
  label: string;
}

/** Somebody on the move. They glide to where they are now, and never move the camera. */
export interface MapMover extends LatLng {
  id: string;
  label: string;
  /** Degrees clockwise from north, where that is known. */
  heading?: number | undefined;
  /** The reader's own position; without a label it is a mark alone. */
  own?: boolean | undefined;
  selected?: boolean | undefined;
  /** Not heard of for a while. */
  faded?: boolean | undefined;
}

/** Pixels at each edge that panels cover: the map fits its content and puts its controls beside them. */
export interface MapPadding {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** What a map shows and where it looks. New content of any of these moves the camera, a new identity alone does not. */
export interface MapScene {
  /** The whole way as a line. */
  route?: readonly LatLng[] | undefined;
  /** The stretch of the way that matters to the reader; the rest of the route steps back. */
  segment?: readonly LatLng[] | undefined;
  stops?: readonly MapStop[] | undefined;
  pins?: readonly MapPin[] | undefined;
  /** A pin to choose a point with; moving it counts as picking, and does not move the camera. */
  handle?: MapHandle | undefined;
  padding?: MapPadding | undefined;
  /** Look here instead of fitting the content. */
  center?: LatLng | undefined;
  /** Zoom at `center`, 0 (world) to 13; 9 unless given. */
  zoom?: number | undefined;
}

export interface MapViewProps extends MapScene {
  /** What the map is about, for those who do not see it. */
  label: string;
  /** Called with the point that was clicked or to which the handle was moved, or the middle of the free area when Enter was pressed on the map. */
  onPick?: ((at: LatLng) => void) | undefined;
  /** Called with a pin's id when it is chosen. */
  onPin?: ((id: string) => void) | undefined;
  /** Beside the scene, because they change every second. They are for the eye: what they say must be in words elsewhere. */
  movers?: readonly MapMover[] | undefined;
  /** Called with the ids of one who was chosen, or of several who stand on one spot. */
  onMovers?: ((ids: readonly string[]) => void) | undefined;
}
