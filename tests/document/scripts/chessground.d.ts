// What chess.js uses of chessground.

export type Color = "white" | "black";

export interface Config {
  fen?: string;
  orientation?: Color;
  turnColor?: Color;
  check?: boolean;
  lastMove?: string[];
  viewOnly?: boolean;
  coordinates?: boolean;
  movable?: {
    free?: boolean;
    color?: Color;
    dests?: Map<string, string[]>;
    events?: { after?: (from: string, to: string) => void };
  };
  premovable?: { enabled?: boolean };
  animation?: { enabled?: boolean };
  /** Classes of squares by name. */
  highlight?: { custom?: Map<string, string> };
}

export interface Api {
  set(config: Config): void;
  /** As a tap on it does. */
  selectSquare(key: string): void;
  playPremove(): boolean;
  cancelPremove(): void;
  /** Lets go of what is chosen, dragged or to be played ahead. */
  cancelMove(): void;
  state: {
    pieces: Map<string, { role: "king" | "queen" | "rook" | "bishop" | "knight" | "pawn"; color: Color }>;
    selected?: string;
    premovable: { dests?: string[] };
    /** A piece that is held; once it has moved it is `started`. */
    draggable: { current?: { orig: string; started: boolean } };
    dom: { bounds: { (): DOMRect; clear(): void } };
  };
}

export function Chessground(board: HTMLElement, config?: Config): Api;
