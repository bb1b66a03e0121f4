import { mkdir } from 'node:fs/promises';
import { expect } from 'chai';
import { languageOf } from '../../importer/page/browser/language.js';
import { valueNames } from '../../importer/page/browser/storedValues.js';
import {
  answers,
  fieldNames,
  headlines,
  noticeAnswers,
  openAnswers,
  questionAnswers,
  texts,
} from '../../importer/page/browser/texts.js';
import { startImportPageServer } from '../importer/page/pageServer.ts';
import { newAccount } from '../support/account.ts';
import { cluster } from '../support/cluster.ts';
import { contrastScript, openPage, screenshots, startChromium } from './browser.js';
import { check, give, press } from './importSteps.js';

describe('look of the import page in Chromium (imports on real servers)', () => {
  let browser;
  before(async () => {
    await mkdir(screenshots, { recursive: true });
    browser = await startChromium();
  });
  after(() => browser?.close());

  it('has each text in English and German, and takes the language of the browser', () => {
    for (const [key, pair] of Object.entries({
      ...texts,
      ...headlines,
      ...answers,
      ...openAnswers,
      ...questionAnswers,
      ...noticeAnswers,
      ...valueNames,
      ...fieldNames,
    })) {
      expect(pair, key).to.have.length(2);
      for (const text of pair) expect(text, key).to.match(/\S/);
      const [english, german] = pair.map((text) => (text.match(/\{\w+\}/g) ?? []).toSorted());
      expect(german, key).to.deep.equal(english);
    }
    expect(['de-AT', 'fr', 'en-GB'].map((own) => languageOf([own, 'xx']))).to.deep.equal(['de', 'en', 'en']);
  });

  for (const scheme of ['light', 'dark'])
    for (const zoom of [1, 2])
      it(`is readable at ${zoom * 100} % zoom, ${scheme}`, async () => {
        const width = 1280 / zoom;
        const { url } = await cluster();
        const { appId, apiSecret } = await newAccount();
        const server = await startImportPageServer({ service: { url, appId, apiSecret } });
        const { page, problems } = await openPage(browser, server.url);
        await page.waitForSelector('#drop');
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await page.setViewport({ width, height: 900 / zoom, deviceScaleFactor: zoom });
        const fits = async (name) => {
          await page.screenshot({
            path: `${screenshots}/import-${name}-${scheme}-${zoom}.png`,
            fullPage: true,
          });
          expect(await page.evaluate(() => document.documentElement.scrollWidth), name).to.equal(width);
          // WCAG 2.2, 1.4.3: 4.5 to 1.
          expect(await page.evaluate(contrastScript), name).to.be.above(4.5);
        };
        await fits('empty');
        await give(
          page,
          'articles',
          'Preisliste.csv',
          'Nr;Bezeichnung;VK netto;MwSt;aktiv\n1;Tee;2,50;7;1\n2;;3,00;7;1\n3;Saft;3,00;7;0\n',
        );
        await page.waitForSelector('#question .answers button:not(:disabled)');
        await fits('question');
        await press(page, 'Without rows');
        await page.waitForSelector('#check');
        await check(page);
        await page.waitForSelector('#start');
        await fits('plan');
        await page.click('#start');
        await page.waitForSelector('#history .undo:not(:disabled)');
        await page.click('#history .undo');
        await page.waitForSelector('#history .main');
        await fits('end');
        expect(problems).to.deep.equal([]);
        await page.close();
        await server.stop();
      });
});
