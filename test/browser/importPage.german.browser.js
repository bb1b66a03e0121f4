import { mkdir } from 'node:fs/promises';
import { expect } from 'chai';
import { startImportPageServer } from '../importer/page/pageServer.ts';
import { newAccount } from '../support/account.ts';
import { cluster } from '../support/cluster.ts';
import { openPage, screenshots, startChromium } from './browser.js';
import { checkAndStart, countsOf, give, press, textOf, untilText } from './importSteps.js';

describe('German import page in Chromium (imports on real servers)', () => {
  let browser;
  let server;
  let page;
  before(async () => {
    await mkdir(screenshots, { recursive: true });
    browser = await startChromium();
  });
  after(() => browser?.close());
  beforeEach(async () => {
    const { url } = await cluster();
    const { appId, apiSecret } = await newAccount();
    server = await startImportPageServer({ service: { url, appId, apiSecret } });
    ({ page } = await openPage(browser, server.url));
    await page.waitForSelector('#drop');
  });
  afterEach(async () => {
    await page.close();
    await server.stop();
  });

  it('speaks German', async () => {
    await press(page, 'Deutsch');
    await give(
      page,
      'articles',
      'liste.csv',
      'Nr;Bezeichnung;Preis in Cent;MwSt;aktiv\n1;Tee;1250;7;1\n2;Saft;300;7;0\n',
    );
    await untilText(page, '#question', /Welche Zeilen sollen importiert werden/);
    await page.screenshot({ path: `${screenshots}/import-german.png`, fullPage: true });
    const asked = [await textOf(page, '#question'), await textOf(page, '#columns')];
    await press(page, 'Ohne Zeilen mit „aktiv“ = 0 (1 Zeile)');
    await press(page, 'Preise in Cent (durch 100 teilen)');
    await page.waitForSelector('#samples');
    const samples = await textOf(page, '#samples');
    await page.screenshot({ path: `${screenshots}/import-german-ready.png`, fullPage: true });
    await checkAndStart(page);

    expect(asked[0]).to.contain('Die Spalte „aktiv“ kennzeichnet vermutlich Datensätze');
    expect(asked[1]).to.contain('bisher nicht benutzt');
    expect(samples).to.match(/^Feld\s+Zeile 2\s+Bezeichnung\s+Tee\s/);
    expect(samples).to.match(/12,50\s€/);
    expect(samples).to.match(/7 %/);
    expect(await countsOf(page, '#end')).to.deep.equal({ angelegt: '1', übersprungen: '1' });
    expect(await page.evaluate(() => document.documentElement.lang)).to.equal('de');
    await page.reload();
    await page.waitForSelector('#new');
    await page.screenshot({ path: `${screenshots}/import-german-end.png` });
    expect(await page.evaluate(() => [scrollY, document.activeElement === document.body])).to.deep.equal([
      0,
      true,
    ]);
    await press(page, 'New import');
    await page.waitForFunction(() => !document.querySelector('#file-name'));
    expect(await page.$('input[type=radio]:checked')).to.equal(null);
  });

  it('offers what helps after an error', async () => {
    await press(page, 'Deutsch');
    await give(
      page,
      'articles',
      'liste.csv',
      'Vorname;Nachname;Straße;PLZ;Ort\nAda;Weiß;Weg 1;10115;Berlin\n',
    );
    await untilText(page, '#question', /Die Spalten sehen nach Kunden aus, nicht nach Artikeln/);
    await press(page, 'Als Kunden importieren');
    await page.waitForSelector('#check');
    await give(page, 'articles', 'liste.csv', '%PDF-1.7\n\u0000\u0001\n');
    await untilText(page, '#question', /Das ist eine PDF-Datei/);
    const [chooser] = await Promise.all([page.waitForFileChooser(), press(page, 'Andere Datei wählen')]);

    expect(chooser.isMultiple()).to.equal(false);
    expect(await page.$('#again')).to.equal(null);
    // Texts of the importer without a translation are English, and say so.
    await give(page, 'articles', 'liste.csv', 'Nr;Bezeichnung;Preis;MwSt\n');
    await page.waitForSelector('#question [lang=en]');
  });
});
