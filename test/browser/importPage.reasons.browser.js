import { mkdir } from 'node:fs/promises';
import { expect } from 'chai';
import { startImportPageServer } from '../importer/page/pageServer.ts';
import { newAccount } from '../support/account.ts';
import { cluster } from '../support/cluster.ts';
import { storedRows } from '../support/stored.ts';
import { openPage, screenshots, startChromium } from './browser.js';
import { check, countsOf, give, press, tabTo, textOf, untilText } from './importSteps.js';

const head = 'Artikelnummer;Bezeichnung;VK netto;MwSt;Einheit;EAN\n';

describe('refused rows and wrong answers on the import page in Chromium (imports on real servers)', () => {
  let browser;
  let account;
  let server;
  let page;
  let problems;
  before(async () => {
    await mkdir(screenshots, { recursive: true });
    browser = await startChromium();
  });
  after(() => browser?.close());
  beforeEach(async () => {
    const { url } = await cluster();
    account = await newAccount();
    const { appId, apiSecret } = account;
    server = await startImportPageServer({ service: { url, appId, apiSecret } });
    ({ page, problems } = await openPage(browser, server.url));
    await page.waitForSelector('#drop');
  });
  afterEach(async () => {
    await page.close();
    await server.stop();
  });

  it('imports rows with unreadable values and unknown units, with one button or choice for each reason', async () => {
    const rows = [
      '1;Tee;2,50;7;Stück;4006381333931',
      '2;Saft;3,00;7;kg;4006381333932',
      '3;Milch;1,00;7;Lohn;4006381333931',
      '4;Kakao;4,00;7;Lohn;123',
    ];
    await press(page, 'Deutsch');
    await give(page, 'articles', 'liste.csv', `${head}${rows.join('\n')}\n`);
    await check(page);
    const before = await countsOf(page, '#plan');
    const reasons = await textOf(page, '#plan');
    await page.screenshot({ path: `${screenshots}/import-reasons.png`, fullPage: true });
    await press(page, 'Ungültige Werte weglassen, die Zeilen behalten (2 Zeilen)');
    await untilText(page, '#plan', /würden abgelehnt\s+2/);
    const chosen = await page.$eval('#options', (element) => element.textContent);
    await tabTo(page, '#plan form select');
    await page.keyboard.type('Stü');
    await tabTo(page, '#plan form button');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () =>
        document.querySelector('#plan .counts .created') && !document.querySelector('#plan .counts .refused'),
    );
    await page.screenshot({ path: `${screenshots}/import-reasons-answered.png`, fullPage: true });
    await page.click('#start');

    expect(before).to.deep.equal({ 'würden angelegt': '1', 'würden abgelehnt': '3' });
    expect(reasons).to.contain('2 × Einheit: unbekannte Einheit ("Lohn") · Zeilen 4, 5');
    expect(reasons).to.contain('„Lohn“ bedeutet:');
    expect(chosen).to.match(/Ungültige Werte weglassen, die Zeilen behalten --on-bad-value empty/);
    expect(chosen.match(/--on-bad-value/g)).to.have.length(1);
    expect(await countsOf(page, '#end')).to.deep.equal({ angelegt: '4' });
    const stored = (await storedRows('articles', account.id)).map((row) => [
      row.article_nr,
      row.article_unit,
    ]);
    expect(stored).to.have.deep.members([
      ['1', 'unit_ppu'],
      ['2', 'unit_kg'],
      ['3', 'unit_ppu'],
      ['4', 'unit_ppu'],
    ]);
    expect(problems).to.deep.equal([]);
  });

  it('takes a wrong answer back', async () => {
    await give(page, 'articles', 'liste.csv', 'Titel;Stand\nListe;heute\n1;2\n');
    await untilText(page, '#question', /./);
    expect(await page.$('#back')).to.equal(null);
    await page.evaluate(() => {
      document.querySelector('#question .advanced').open = true;
    });
    await page.type('#own-answer', '--sheet 7');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#back:not(:disabled)');
    const wrong = await textOf(page, '#question');
    await page.screenshot({ path: `${screenshots}/import-back.png`, fullPage: true });
    await press(page, 'Back');
    await page.waitForFunction(() => document.querySelector('#question') && !document.querySelector('#back'));

    expect(await textOf(page, '#question')).not.to.equal(wrong);
    expect(await page.$eval('#options', (element) => element.textContent)).not.to.contain('--sheet');
    expect(problems).to.deep.equal([]);
  });
});
