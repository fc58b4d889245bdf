// What the scripts in assets/ find in the pages that load them. The browser's own types know neither ids nor data.

/** An element with data that its template gives it. */
type Data<E extends Element, Names extends string> = E & { readonly dataset: Record<Names, string> };

/** Elements by id, as the templates have them: null where a page that a script runs on can be without. */
interface Ids {
  // table.html
  table: Table;
  told: HTMLElement;
  spoken: HTMLElement;
  game: HTMLElement;
  talk: Data<HTMLElement, "muted">;
  log: HTMLDetailsElement;
  entries: HTMLElement;
  unread: Data<HTMLElement, "count">;
  // chess.html and party.html
  board: HTMLElement | null;
  // multiplayer.html and party.html
  "board-keys": HTMLElement | null;
  // chess.html and multiplayer.html: there for those who move
  promotion: HTMLDialogElement;
  // chess.html; the list of moves and the sound are there with the board
  chess: Data<HTMLElement, "state" | "white" | "black" | "letters" | "below" | "pieces" | "turn"> | null;
  [side: `clock-${number}` | `side-${number}`]: HTMLElement;
  [taken: `taken-${number}`]: Data<HTMLElement, "taken">;
  strips: HTMLElement;
  stepping: HTMLElement;
  "move-form": HTMLFormElement | null;
  move: HTMLInputElement | null;
  moves: HTMLElement;
  sound: HTMLElement;
  sounds: HTMLInputElement;
  aloud: HTMLElement;
  // multiplayer.html; the form to type in is there for those who move
  sitting: (Data<HTMLElement, "moves" | "runs"> & { readonly dataset: Partial<Record<"own" | "notOwn" | "wait" | "cannot", string>> }) | null;
  typing: HTMLFormElement;
  "typed-move": HTMLInputElement;
  larger: HTMLInputElement | null;
  // party.html
  latest: HTMLElement | null;
  picked: HTMLElement | null;
  "why-not": HTMLElement | null;
  "lets-go": HTMLAnchorElement | null;
  "army-sum": Data<HTMLOutputElement, "most"> | null;
  "army-count": HTMLButtonElement;
  "army-chosen": HTMLElement;
  // bell.html
  bell: BellForm;
  // clock.html; what puts a game on record is there for a game of two players
  settings: ClockForm;
  clock: Data<HTMLElement, "flag" | "moves" | "failed">;
  pause: Data<HTMLButtonElement, "go" | "pause">;
  reset: HTMLButtonElement;
  said: HTMLElement;
  record: HTMLElement | null;
  won: HTMLButtonElement | null;
  wrong: HTMLElement;
  // today/page.html
  handle: Data<HTMLElement, "handle">;
  noted: HTMLButtonElement;
  // sign_in.html
  working: HTMLElement;
  // evidence/one.html
  picture: Data<HTMLDetailsElement, "raw" | "name"> | null;
  // leaderboard.html
  live: Data<HTMLElement, "changes" | "version"> | null;
  // auth/copy.html
  link: HTMLAnchorElement;
  copy: Data<HTMLButtonElement, "copied">;
  pass: HTMLButtonElement;
  // round.html
  print: HTMLButtonElement;
  // offline.html and today/page.html
  offline: HTMLElement | null;
  unsent: HTMLAnchorElement | null;
  again: HTMLAnchorElement | null;
  // register.html
  register: Data<HTMLElement, "clock" | "kept">;
  waits: HTMLElement | null;
  keys: HTMLElement | null;
  q: HTMLInputElement | null;
  // tournaments/screen.html
  screen: HTMLElement & { dataset: Record<"next" | "seconds", string> };
  // replay.html
  replay: HTMLElement;
  // notify/renewal.html
  renewal: Data<HTMLElement, "device" | "endpoint" | "key">;
  // me/notifications.html
  device: DeviceForm;
  "device-not": HTMLElement;
  "device-refused": HTMLElement;
  "device-away": HTMLElement;
}

type BellForm = Data<HTMLFormElement, "pieces" | "men" | "sides"> & {
  readonly elements: { by: RadioNodeList; position: HTMLInputElement; moves: HTMLTextAreaElement };
};

type ClockForm = HTMLFormElement & {
  readonly elements: { minutes: HTMLInputElement; increment: HTMLInputElement };
};

type DeviceForm = Data<HTMLFormElement, "key"> & {
  readonly elements: Record<"endpoint" | "expires" | "p256dh" | "auth", HTMLInputElement>;
};

type DoorForm = Data<HTMLFormElement, "challenge" | "bits"> & { readonly elements: { proof: HTMLInputElement } };

/** The table, and what its scripts tell one another of it: table.js says so at its head. */
interface Table extends HTMLElement {
  readonly dataset: DOMStringMap & Record<"id" | "key" | "number" | "seat" | "away" | "unsent" | "unmoved" | "absent" | "absentFor", string>;
  addEventListener(kind: "told", hear: (event: CustomEvent<Told>) => void): void;
  addEventListener(kind: "say", hear: (event: CustomEvent<{ play: { move: string } }>) => void): void;
  addEventListener<Kind extends keyof Heard>(kind: Kind, hear: (event: Heard[Kind]) => void, how?: Listening): void;
  addEventListener(kind: string, hear: (event: Event) => void, how?: Listening): void;
}

type Listening = boolean | AddEventListenerOptions;
type At<E extends Event, Target> = E & { readonly target: Target };
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a reader has typed, ticked or opened: a field has some of these, what opens has the last. */
interface Kept extends HTMLElement {
  value?: string;
  readonly defaultValue?: string;
  checked?: boolean;
  readonly defaultChecked?: boolean;
  open?: boolean;
}

/** Events that bubble up from within a page: what they happened to is part of it. */
interface Heard {
  click: At<MouseEvent, Element>;
  pointerdown: At<PointerEvent, Element>;
  keydown: At<KeyboardEvent, Element>;
  focusin: At<FocusEvent, Element>;
  scroll: At<Event, Element>;
  contextmenu: At<MouseEvent, Element>;
  dragstart: At<DragEvent, Element | Text>;
  submit: At<SubmitEvent, HTMLFormElement>;
  input: At<Event, Field>;
  change: At<Event, Field>;
}

/** What selectors find, where the selector does not say it to the checker. */
interface Found {
  // bell.html
  ".captures": Data<HTMLElement, "side">;
  // chess.html and table.html
  "#to-move span": HTMLElement;
  "#moves a": HTMLAnchorElement;
  "#steps a": HTMLAnchorElement;
  "#seats li": HTMLElement;
  "input[name=answers]": HTMLInputElement;
  ".slate": SVGSVGElement;
  ".marks": SVGGElement;
  // clock.html, layout.html
  ".half": Data<HTMLButtonElement, "name"> & { readonly dataset: { side: "white" | "black" } };
  "meta[name=csrf]": HTMLMetaElement;
  // evidence/one.html
  "textarea[name=areas]": HTMLTextAreaElement;
  // multiplayer.html
  "[data-square]": Data<SVGGElement, "square">;
  ".men a": SVGAElement;
  ".man": SVGElement;
  "[data-runs][data-left]": Data<HTMLElement, "left">;
  // party.html and party_board.html
  "#board a": SVGAElement;
  ".picked": SVGGElement;
  "#army .so-far": HTMLOutputElement;
  "#army .goes": HTMLElement;
  "#army-kinds [data-kind]": Data<HTMLElement, "kind">;
  "#army option:checked": Data<HTMLOptionElement, "worth">;
  ".party .zoom": HTMLElement;
  "[data-zoom]": Data<HTMLButtonElement, "zoom">;
  "#picked form.offer button": HTMLButtonElement;
  // round_new.html
  "button.place": HTMLButtonElement;
  "input[name=tapped]": HTMLInputElement;
  // register.html
  "form#taps": HTMLFormElement;
  "#taps li button": HTMLButtonElement;
  ".find input[name=at]": HTMLInputElement;
  // table.html, and what lies in it
  "[data-live]": HTMLElement;
  "[data-here]": Data<HTMLElement, "here">;
  "[data-gone]": Data<HTMLElement, "gone">;
  "input[type=hidden]:not([name=answers])": HTMLInputElement;
  "input:not([type=hidden]), textarea, select, details[id]": Kept;
  // replay.html
  "#replay a": HTMLAnchorElement;
  "#share": Data<HTMLElement, "copied">;
  // fields.html: what shows a password
  "[data-shows]": HTMLButtonElement;
  // start.html
  "[data-zone]": HTMLSelectElement;
  "[name=session_start]": HTMLInputElement;
  "[name=session_end]": HTMLInputElement;
  "form.fields": HTMLFormElement;
  "input:not([type=hidden]), textarea, select": Field;
  // fields.html: what can be undone
  "[data-undo]": Data<HTMLElement, "undo">;
  // layout.html, and pages with lists
  "[data-fresh]:not(#calls)": Data<HTMLElement, "fresh">;
  "#calls": Data<HTMLElement, "fresh" | "challenges">;
}

interface ParentNode {
  querySelector<Selector extends keyof Found>(selector: Selector): Found[Selector] | null;
  querySelectorAll<Selector extends keyof Found>(selector: Selector): NodeListOf<Found[Selector]>;
}

interface Element {
  closest<Selector extends keyof Found>(selector: Selector): Found[Selector] | null;
}

/** Another page, or another state of this one: whether it has what is looked for is to be seen. */
type Page = Omit<Document, "getElementById"> & {
  getElementById<Id extends keyof Ids>(id: Id): Ids[Id] | null;
  getElementById(id: string): HTMLElement | null;
};

interface Document {
  getElementById<Id extends keyof Ids>(id: Id): Ids[Id];
  addEventListener<Kind extends keyof Heard>(kind: Kind, hear: (event: Heard[Kind]) => void, how?: Listening): void;
}

interface DOMParser {
  parseFromString(text: string, kind: "text/html"): Page;
}

// What a table tells: `Told` in src/tables/api/live.rs.
type Told =
  | { type: "table"; table: TableView }
  | { type: "entry"; entry: { number: number; seat: number | null; effect: Effect } }
  | { type: "talk"; talk: { id: number; by: { id: number; name: string }; text: string } }
  | { type: "refused"; problem: { detail: string } }
  | { type: "here" };

interface TableView {
  number: number;
  stage: string;
  here: number[];
  away: { seat: number; since: string }[];
  now: string;
  seats: { person: { id: number } | null; ready: boolean }[];
  /** Chess's own here: no other game's script reads it. */
  state: ChessState | null;
}

/** What a play of chess came to. */
interface Effect {
  san?: string;
  fen?: string;
  uci?: string;
  offered?: string;
  declined?: string;
  asks_back?: string;
  declined_back?: string;
  taken_back?: string;
  ended?: object;
}

/** A game of chess as `view` in src/chess/rules.rs shows it. */
interface ChessState {
  fen: string;
  turn: "White" | "Black";
  check: boolean;
  last: string | null;
  left_ms: number[];
  /** What White has taken, and what Black has. */
  taken: string[][];
  /** By how much White is ahead. */
  ahead: number;
  runs: boolean;
  offer: string | null;
  declined: string | null;
  aloud: string;
  ended: object | null;
  /** Who asks to take a move back, and who declined that. */
  asks_back: string | null;
  declined_back: string | null;
  may_offer?: boolean;
  may_ask_back?: boolean;
  goals?: Record<string, string[]>;
  claims?: string[];
}
