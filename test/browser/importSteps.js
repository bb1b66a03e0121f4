import { expect } from 'chai';
import { until } from '../support/until.ts';

/** Drops a file on the page, as a person does from a folder. */
function drop(page, name, content) {
  return page.evaluate(
    ({ name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], name));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('#drop').dispatchEvent(event);
    },
    { name, base64: Buffer.from(content).toString('base64') },
  );
}

/** Drops a file, says what is in it, and waits for the first question or the end of reading. */
export async function give(page, resource, name, content) {
  await drop(page, name, content);
  await page.waitForFunction(
    (name) => document.querySelector('#file-name strong')?.textContent === name,
    {},
    name,
  );
  await page.click(`input[value=${resource}]`);
  await page.waitForSelector('#question, #check');
}

/** Clicks the button with this text when it is there and enabled. */
export async function press(page, text, within = 'body') {
  const selector = `${within} ::-p-xpath(.//button[not(@disabled)][contains(., ${JSON.stringify(text)})])`;
  await (await page.waitForSelector(selector)).click();
}

export function textOf(page, selector) {
  return page.$eval(selector, (element) => element.innerText);
}

/** Numbers of a result by their names. */
export async function countsOf(page, selector) {
  await page.waitForSelector(`${selector} .counts`);
  return page.$$eval(`${selector} .counts > div`, (all) =>
    Object.fromEntries(
      all.map((each) => [each.querySelector('dt').textContent, each.querySelector('dd').textContent]),
    ),
  );
}

/** Checks all rows when nothing is being read any more: after a change, the button goes and comes back. */
export function check(page) {
  return page.waitForFunction(() => {
    const button = document.querySelector('#check');
    const isIdle = document.querySelector('#status').textContent.trim() === '';
    if (button && isIdle) button.click();
    return button && isIdle;
  });
}

export async function checkAndStart(page) {
  await check(page);
  await page.waitForSelector('#start');
  await page.click('#start');
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page, selector, key = 'Tab') {
  for (let presses = 0; presses < 80; presses += 1) {
    const isThere = await page.evaluate(
      (wanted) => document.activeElement?.matches(wanted) === true,
      selector,
    );
    if (isThere) return;
    await page.keyboard.press(key);
  }
  expect.fail(`no Tab leads to ${selector}`);
}

/** Waits until the text of an element is such. */
export function untilText(page, selector, pattern) {
  return until(async () => pattern.test(await textOf(page, selector).catch(() => '')));
}
