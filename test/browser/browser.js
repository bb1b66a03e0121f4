import { readFileSync } from 'node:fs';
// Written in JavaScript: the types of puppeteer-core need those of a browser, which would hide mistakes in code for Node.
import { launch } from 'puppeteer-core';
import { chromiumProgram } from '../support/chromium.ts';

/** Script that measures contrast, as text: tsx would add helpers to the code that browsers don't have. */
export const contrastScript = readFileSync('test/browser/contrast.js', 'utf8');

/** Folder of pictures for a person to look at; not kept in the repository. */
export const screenshots = '.counterfoil/screenshots';

/** A headless Chromium. Without its sandbox, which root and containers can't have: it opens pages of tests only. */
export async function startChromium(...more) {
  const { file, libraryPath } = await chromiumProgram();
  return launch({
    executablePath: file,
    headless: true,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', ...more],
    env: { ...process.env, ...(libraryPath && { LD_LIBRARY_PATH: libraryPath }) },
  });
}

/** A new page of this size, with what went wrong in it and the origins that it asked. */
export async function openPage(browser, url, { width = 1280, height = 900, scheme = 'light' } = {}) {
  const page = await browser.newPage();
  const [problems, origins] = [[], new Set()];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setViewport({ width, height });
  await page.goto(url);
  return { page, problems, origins };
}
