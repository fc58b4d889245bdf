// What a run tells: a line for each story, and at the very end, where a long log is read first, what failed and why.
import { stripVTControlCharacters } from 'node:util';

// Characters of an error that are told.
const LONGEST = 1500;

export default class Telling {
  failures = [];

  onTestEnd(story, { status, duration, errors }) {
    const place = `${story.location.file.split('/').at(-1)}:${story.location.line}`;
    console.log(`${status} ${(duration / 1000).toFixed(1)} s  ${place} ${story.title}`);
    if (status !== 'passed' && status !== 'skipped') this.failures.push({ story, errors });
  }

  /** What stories measure. */
  onStdOut(chunk) {
    process.stdout.write(chunk);
  }

  /** What goes wrong outside of any story. */
  onError({ message, stack }) {
    console.log(stripVTControlCharacters(stack ?? message ?? 'something went wrong'));
  }

  onEnd() {
    for (const { story, errors } of this.failures) {
      const told = errors.map(({ message, location }) => `${message}\n  at line ${location?.line ?? '?'}`).join('\n');
      console.log(`\nFAILED ${story.title}\n${stripVTControlCharacters(told).slice(0, LONGEST)}`);
    }
  }
}
