// Going through pages by keyboard alone, with the focus in view all the way.
import { expect, more } from './club.js';

/** Whether what has the focus shows it: an outline, or a line of a picture, within the window. */
export async function showsFocus(page) {
  const [shown, what] = await page.evaluate(() => {
    const element = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    // Within a picture a line is drawn around the shape, in the picture's own measure.
    const line = element.ownerSVGElement && parseFloat(getComputedStyle(element.firstElementChild).strokeWidth) * element.getScreenCTM().a;
    const outlined = line ? line >= 2 : outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    const shown = element === document.body || (outlined && inView);
    return [shown, element.outerHTML.slice(0, 200)];
  });
  expect(shown, what).toBe(true);
}

/** Goes on to something by Tab, or back by Shift and Tab; what is behind "More" is first shown by it. */
export async function tabTo(page, target, key = 'Tab') {
  await expect(target.or(more(page)).first()).toBeVisible();
  if (!(await target.isVisible()) && !(await page.locator('header details[open]').count())) await press(page, more(page));
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 300; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    await showsFocus(page);
  }
  throw new Error(`${target} is not reached by ${key}`);
}

export async function press(page, target, key = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Types into a field in the place of what stands there. */
export async function retype(page, target, text) {
  await press(page, target, 'Control+a');
  await page.keyboard.type(text);
}

/** Chooses an option of a list by its first letters; letters a second apart begin anew, then they are typed once more. */
export async function choose(page, list, letters) {
  await tabTo(page, list);
  await expect(async () => {
    await page.keyboard.type(letters);
    await expect(list.locator('option:checked')).toHaveText(new RegExp(`^\\s*${letters}`), { timeout: 1000 });
  }).toPass({ intervals: [1500], timeout: 60_000 });
}
