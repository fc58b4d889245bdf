// Counts captured pieces by taps, and sets up a last position on a board.
const form = document.getElementById("bell");
const pieces = form.dataset.pieces;
/** @param {"captures" | "position" | "moves"} way */
const choose = (way) => { form.elements.by.value = way; };
/** @param {string} name @param {[string, string][]} attributes */
const svg = (name, ...attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  attributes.forEach(([key, value]) => element.setAttribute(key, value));
  return element;
};
/** @param {string} piece */
const picture = (piece) => {
  const drawing = svg("svg", ["viewBox", "0 0 1 1"], ["aria-hidden", "true"]);
  drawing.append(svg("use", ["href", `${pieces}#${piece}`], ["width", "1"], ["height", "1"]));
  return drawing;
};

for (const side of form.querySelectorAll(".captures")) {
  const taken = side.dataset.side === "white" ? "black" : "white";
  for (const input of side.querySelectorAll("input")) {
    const kind = input.id.split("-")[1].slice(0, -1);
    /** @param {number} by @param {string} sign @param {...(string | Element)} shown */
    const step = (by, sign, ...shown) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "second step";
      button.setAttribute("aria-label", `${input.labels?.[0].textContent} ${sign}`);
      button.append(...shown);
      button.addEventListener("click", () => {
        input.value = String(Math.min(Number(input.max), Math.max(0, Number(input.value || 0) + by)));
        choose("captures");
      });
      return button;
    };
    input.before(step(-1, "−1", "−"));
    input.after(step(1, "+1", "+", picture(`${taken}-${kind}`)));
  }
}

/** @type {Record<string, string>} */
const letters = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
/** @param {string} letter */
const isWhite = (letter) => letter === letter.toUpperCase();
/** @param {string} letter */
const named = (letter) => `${isWhite(letter) ? "white" : "black"}-${letters[letter.toLowerCase()]}`;
const [men, sides] = [form.dataset.men, form.dataset.sides].map((words) => words.split(" "));
/** @param {string} letter */
const said = (letter) => `${men["pnbrqk".indexOf(letter.toLowerCase())]}, ${sides[isWhite(letter) ? 0 : 1]}`;
const field = form.elements.position;
/** @param {string} fen */
const read = (fen) => {
  /** @type {string[]} */
  const squares = [];
  for (const row of (fen.trim().split(" ")[0] || "").split("/")) {
    for (const sign of row) squares.push(...(/\d/.test(sign) ? Array(Number(sign)).fill("") : [sign]));
  }
  return squares.length === 64 ? squares : null;
};
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
let squares = read(field.value) ?? read(START) ?? [];
let held = "";
const write = () => {
  const rows = Array.from({ length: 8 }, (_, row) => squares.slice(row * 8, row * 8 + 8));
  const text = rows.map((row) => row.map((sign) => sign || "1").join("").replace(/1+/g, (run) => String(run.length)));
  field.value = `${text.join("/")} w - - 0 1`;
  choose("position");
};
const board = document.createElement("div");
board.className = "set-up";
const palette = document.createElement("div");
palette.className = "palette";
const tiles = squares.map((_, place) => {
  const tile = document.createElement("button");
  tile.type = "button";
  tile.className = (place + Math.floor(place / 8)) % 2 ? "dark" : "light";
  tile.addEventListener("click", () => { squares[place] = held; draw(); write(); });
  board.append(tile);
  return tile;
});
const draw = () => tiles.forEach((tile, place) => {
  const name = `${"abcdefgh"[place % 8]}${8 - Math.floor(place / 8)}`;
  tile.setAttribute("aria-label", squares[place] ? `${name} ${said(squares[place])}` : name);
  tile.replaceChildren(...(squares[place] ? [picture(named(squares[place]))] : []));
});
for (const letter of ["", ..."PNBRQKpnbrqk"]) {
  const pick = document.createElement("button");
  pick.type = "button";
  pick.className = "second";
  pick.setAttribute("aria-label", letter ? said(letter) : "×");
  pick.setAttribute("aria-pressed", String(letter === held));
  pick.append(letter ? picture(named(letter)) : "×");
  pick.addEventListener("click", () => {
    held = letter;
    for (const other of palette.children) other.setAttribute("aria-pressed", String(other === pick));
  });
  palette.append(pick);
}
field.closest("fieldset")?.append(palette, board);
field.addEventListener("change", () => { squares = read(field.value) ?? squares; draw(); choose("position"); });
form.elements.moves.addEventListener("input", () => choose("moves"));
draw();
