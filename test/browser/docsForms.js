// Forms of the page of /docs, in the browser.

/** Selector of the form of an operation. */
export const place = (operation) => `details.try[data-operation="${operation}"]`;

export async function signIn(page, { appId, apiSecret }) {
  await page.type('#app-id', appId);
  await page.type('#api-secret', apiSecret);
}

export async function open(page, operation) {
  await page.click(`${place(operation)} > summary`);
  await page.waitForSelector(`${place(operation)} form`);
}

/** Sends what is in the form, and resolves to what it shows then. */
export async function send(page, operation, body) {
  const form = `${place(operation)} form`;
  if (body !== undefined)
    await page.$eval(`${form} textarea`, (area, text) => Object.assign(area, { value: text }), body);
  await page.$eval(`${form} .outcome`, (outcome) => outcome.replaceChildren());
  await page.click(`${form} button.send`);
  await page.waitForSelector(`${form} .outcome pre, ${form} .outcome > .problem`);
  const state = await page.$eval(`${form} .outcome`, (outcome) => outcome.firstChild.textContent);
  const shown = await page.$$eval(`${form} .outcome > :is(pre, .block)`, (all) =>
    all.map((each) => (each.querySelector('pre') ?? each).textContent),
  );
  return { state, answer: shown[0] && JSON.parse(shown[0]) };
}

export const bodyOf = (page, operation) => page.$eval(`${place(operation)} textarea`, ({ value }) => value);
/** Waits until the text below the body begins like this. */
export const noteIs = (page, operation, start) =>
  page.waitForFunction(
    (selector, text) => document.querySelector(selector).textContent.startsWith(text),
    {},
    `${place(operation)} form > .quiet`,
    start,
  );
