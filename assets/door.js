// Works out the proof that signing in takes while somebody guesses passwords: a number such that the SHA-256 hash of
// "challenge.number" begins with as many zero bits as the form says. src/auth/proof.rs checks it.
const form = /** @type {DoorForm} */ (document.querySelector("form[data-challenge]"));
const working = document.getElementById("working");
const { challenge, bits } = form.dataset;

/** @type {number[]} */
const primes = [];
for (let number = 2; primes.length < 64; number += 1) {
  if (primes.every((prime) => number % prime)) primes.push(number);
}
/** @param {number} root */
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const words = new Int32Array(64);
/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** One block of 64 bytes into a state of SHA-256.
    @param {number[]} state @param {Uint8Array} bytes @param {number} from */
function compress(state, bytes, from) {
  for (let i = 0; i < 16; i += 1) {
    const at = from + 4 * i;
    words[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let i = 16; i < 64; i += 1) {
    const [early, late] = [words[i - 15], words[i - 2]];
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16] + small + words[i - 7] + large;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + words[i]) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g; g = f; f = e; e = (d + first) | 0; d = c; c = b; b = a; a = (first + second) | 0;
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) | 0);
}

// Whole blocks at the beginning are the same for every number.
const beginning = new TextEncoder().encode(`${challenge}.`);
const whole = beginning.length - (beginning.length % 64);
let begun = initial;
for (let from = 0; from < whole; from += 64) begun = compress(begun, beginning, from);

/** Whether a number is an answer. @param {number} number */
function answers(number) {
  const digits = String(number);
  const rest = beginning.length - whole + digits.length;
  const block = new Uint8Array(rest + 9 > 64 ? 128 : 64);
  block.set(beginning.subarray(whole));
  for (let i = 0; i < digits.length; i += 1) block[rest - digits.length + i] = digits.charCodeAt(i);
  block[rest] = 0x80;
  new DataView(block.buffer).setUint32(block.length - 4, (whole + rest) * 8);
  let state = begun;
  for (let from = 0; from < block.length; from += 64) state = compress(state, block, from);
  return Math.clz32(state[0]) >= Number(bits);
}

/** Looks for an answer, a little at a time: meanwhile the password is typed. */
async function work() {
  for (let number = 0; ; ) {
    const pause = performance.now() + 25;
    while (performance.now() < pause) {
      for (const end = number + 100; number < end; number += 1) {
        if (answers(number)) return number;
      }
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const worked = work().then((number) => {
  form.elements.proof.value = `${challenge}.${number}`;
});

form.addEventListener("submit", async (event) => {
  if (form.elements.proof.value) return;
  event.preventDefault();
  working.hidden = false;
  await worked;
  // With the button that was pressed, which may say something itself.
  form.requestSubmit(event.submitter);
});
