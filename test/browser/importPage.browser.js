import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { startImportPageServer } from '../importer/page/pageServer.ts';
import { newAccount } from '../support/account.ts';
import { cluster } from '../support/cluster.ts';
import { openPage, startChromium } from './browser.js';

const screenshots = '.counterfoil/screenshots';

describe('import page in Chromium (starts a cluster)', () => {
  let browser;
  let account;
  let server;
  before(async () => {
    await mkdir(screenshots, { recursive: true });
    browser = await startChromium();
    const { url } = await cluster();
    account = await newAccount();
    const { appId, apiSecret } = account;
    server = await startImportPageServer({ url, appId, apiSecret });
  });
  after(async () => {
    await server?.stop();
    await browser?.close();
  });
  it('look', async () => {
    const { page, problems } = await openPage(browser, server.url);
    const file = path.resolve('.counterfoil/Preisliste.csv');
    await writeFile(
      file,
      'Artikelnummer;Bezeichnung;Preis in Cent;MwSt;gelöscht;Lager\n1001;Käsehobel <b>groß</b>;1290;19;0;5\n1002;Tee, grün;399;7;0;3\n1003;Saft;250;7;1;0\n1004;;250;7;0;0\n'.replace(
        '1004;;',
        '1004;Kaffee;',
      ),
    );
    await page.waitForSelector('#drop');
    await page.screenshot({ path: `${screenshots}/import-1.png`, fullPage: true });
    const input = await page.$('#file');
    await input.uploadFile(file);
    await page.waitForSelector('#file-name');
    await page.click('input[value=articles]');
    await page.waitForSelector('#question');
    await page.screenshot({ path: `${screenshots}/import-2.png`, fullPage: true });
    for (let i = 0; i < 4; i += 1) {
      const button = await page.$('#question .answers button:not(:disabled)');
      if (!button) break;
      console.log(await page.$eval('#question', (e) => e.innerText));
      await button.click();
      await new Promise((r) => setTimeout(r, 1500));
    }
    await page.waitForSelector('#check');
    await page.screenshot({ path: `${screenshots}/import-3.png`, fullPage: true });
    await page.click('#check');
    await page.waitForSelector('#start');
    await page.screenshot({ path: `${screenshots}/import-4.png`, fullPage: true });
    await page.click('#start');
    await page.waitForSelector('#end');
    await page.waitForSelector('#history .undo:not(:disabled)');
    await page.screenshot({ path: `${screenshots}/import-5.png`, fullPage: true });
    await page.click('#history .undo');
    await page.waitForSelector('#history .main');
    await page.click('#history .main');
    await page.waitForSelector('#undone');
    await page.screenshot({ path: `${screenshots}/import-6.png`, fullPage: true });
    expect(problems).to.deep.equal([]);
  });
});
