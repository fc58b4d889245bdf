// The sounds of a board, made by the browser itself: on unless somebody turned them off.

/** Of each: hertz, seconds, how often. @type {Record<string, [number, number, number]>} */
const tones = {
  move: [330, 0.1, 1], capture: [220, 0.16, 1], check: [520, 0.12, 2], hurry: [880, 0.1, 3], bell: [660, 0.3, 1],
};
/** @type {AudioContext | undefined} */
let audio;

/** Whether sounds are wanted; remembers that, where it is said. @param {boolean} [choice] */
export function wanted(choice) {
  try {
    if (choice !== undefined) localStorage.setItem("chess-sounds", choice ? "on" : "off");
    return localStorage.getItem("chess-sounds") !== "off";
  } catch {
    return choice ?? true;
  }
}

/** @param {keyof typeof tones} name */
export function sound(name) {
  // A page may sound once it was touched.
  if (!wanted() || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  const [hertz, seconds, times] = tones[name];
  for (let time = 0; time < times; time += 1) {
    const start = audio.currentTime + time * seconds * 1.5;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.2, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + seconds);
  }
}
