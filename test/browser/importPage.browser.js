import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { startImportPageServer } from '../importer/page/pageServer.ts';
import { xlsxOf } from '../importer/workbooks.ts';
import { newAccount } from '../support/account.ts';
import { cluster } from '../support/cluster.ts';
import { articlesCsv } from '../support/imports.ts';
import { storedRows } from '../support/stored.ts';
import { until } from '../support/until.ts';
import { openPage, screenshots, startChromium } from './browser.js';
import { check, checkAndStart, countsOf, give, press, tabTo, textOf, untilText } from './importSteps.js';

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const head = 'Artikelnummer;Bezeichnung;VK netto;MwSt\n';

/** A price list as people have them: a cover, titles in merged cells, prices in cents, and a flag for deleted articles. */
const workbook = () =>
  xlsxOf([
    {
      name: 'Hinweise',
      rows: [
        ['Stand', 'Januar'],
        ['Kontakt', 'Einkauf'],
      ],
    },
    {
      name: 'Artikel 2026',
      rows: [
        ['Preisliste Januar'],
        ['Nr', 'Bezeichnung', 'Preis in Cent', 'MwSt', 'gelöscht'],
        ['0815', 'Käsehobel', 1290, 19, 0],
        ['0816', 'Tee', 399, 7, 0],
        ['0817', 'Saft', 250, 7, 1],
      ],
      after: '<mergeCells count="1"><mergeCell ref="A1:E1"/></mergeCells>',
    },
  ]);

describe('import page in Chromium (imports on real servers)', () => {
  let browser;
  let url;
  let account;
  let server;
  let page;
  let problems;
  let origins;
  before(async () => {
    await mkdir(screenshots, { recursive: true });
    browser = await startChromium();
    ({ url } = await cluster());
  });
  after(async () => {
    await browser?.close();
  });
  beforeEach(async () => {
    account = await newAccount();
    const { appId, apiSecret } = account;
    server = await startImportPageServer({ service: { url, appId, apiSecret } });
    ({ page, problems, origins } = await openPage(browser, server.url));
    await page.waitForSelector('#drop');
  });
  afterEach(async () => {
    await page.close();
    await server.stop();
  });

  /** Returns the text of the options without opening their list. */
  const optionsOf = () => page.$eval('#options', (element) => element.textContent);

  const stored = async () =>
    (await storedRows('articles', account.id))
      .map(({ article_nr, article_title, article_price }) => [article_nr, article_title, article_price])
      .toSorted(([one], [other]) => one.localeCompare(other));

  it('imports a CSV file from drop to stored records, and shows cells as text', async () => {
    await give(page, 'articles', 'liste.csv', `${head}1;${hostile};12,90;19\n2;Tee, grün;3,99;7\n`);
    await page.waitForSelector('#samples');
    const shown = [
      await textOf(page, '#facts'),
      await textOf(page, '#columns'),
      await textOf(page, '#samples'),
    ];
    await check(page);
    const planned = await countsOf(page, '#plan');
    await page.click('#start');
    const done = await countsOf(page, '#end');

    expect(shown[0]).to.match(/CSV[^]*utf-8[^]*semicolon[^]*Line 1/);
    for (const text of shown.slice(1)) expect(text).to.contain(hostile);
    expect(planned).to.deep.equal({ 'would be created': '2' });
    expect(done).to.deep.equal({ created: '2' });
    expect(await stored()).to.deep.equal([
      ['1', hostile, '12.9000'],
      ['2', 'Tee, grün', '3.9900'],
    ]);
    expect(await page.$('main img, main script')).to.equal(null);
    expect(await page.title()).to.equal('Import into Counterfoil');
    expect(problems).to.deep.equal([]);
    expect([...origins]).to.deep.equal([new URL(server.url).origin]);
  });

  it('imports a workbook whose questions are answered by buttons', async () => {
    await give(page, 'articles', 'Preise.xlsx', workbook());
    await untilText(page, '#question', /Which sheet/);
    await page.screenshot({ path: `${screenshots}/import-sheets.png`, fullPage: true });
    await press(page, 'Sheet “Artikel 2026”');
    await untilText(page, '#question', /Which line is the header/);
    await press(page, 'Line 2 is the header');
    await untilText(page, '#question', /Which rows/);
    await press(page, 'Without rows with “gelöscht” = 1 (2 rows)');
    await untilText(page, '#question', /price/);
    await press(page, 'divide by 100');
    await checkAndStart(page);

    expect(await countsOf(page, '#end')).to.deep.equal({ created: '2', skipped: '1' });
    expect(await stored()).to.deep.equal([
      ['0815', 'Käsehobel', '12.9000'],
      ['0816', 'Tee', '3.9900'],
    ]);
    expect(await optionsOf()).to.contain('--sheet "Artikel 2026"');
    expect(await page.$eval('#facts', (facts) => facts.textContent)).to.match(
      /XLSX[^]*Artikel 2026[^]*Line 2/,
    );
    expect(problems).to.deep.equal([]);
  });

  it('gives a column another field, or none', async () => {
    await give(page, 'articles', 'liste.csv', 'Nr;Bezeichnung;Info;VK netto;MwSt\n1;Tee;grün;2,50;7\n');
    await page.select('[aria-label="Field of column Info"]', 'article_subtitle');
    await untilText(page, '#samples', /Subtitle\s+grün/);
    await page.select('[aria-label="Field of column Nr"]', '');
    await page.waitForFunction(
      () => !document.querySelector('#samples')?.innerText.includes('Article number'),
    );
    await page.waitForSelector('#check, #question');

    expect(await optionsOf()).to.match(/--column "?article_subtitle=Info/);
    expect(problems).to.deep.equal([]);
  });

  it('shows stored → new values before an update, and asks about prices that change too much', async () => {
    const list = (...prices) =>
      head + prices.map((price, index) => `${index};Tee ${index};${price};7\n`).join('');
    await give(page, 'articles', 'alt.csv', list('2,00', '3,00', '4,00', '5,00'));
    await checkAndStart(page);
    await countsOf(page, '#end');
    await give(page, 'articles', 'neu.csv', list('2,10', '3,00', '4,00', '5,00'));
    await page.waitForSelector('#check');
    await page.select('#existing', 'update');
    await page.waitForFunction(() =>
      document.querySelector('#options')?.textContent.includes('--on-existing update'),
    );
    await check(page);
    const planned = await countsOf(page, '#plan');
    const updates = await textOf(page, '#plan');
    await give(page, 'articles', 'cent.csv', list('200', '300', '400', '500'));
    await page.waitForSelector('#check');
    await page.select('#existing', 'update');
    await page.waitForFunction(() =>
      document.querySelector('#options')?.textContent.includes('--on-existing update'),
    );
    await check(page);
    await untilText(page, '#question', /Are these price changes right/);
    await press(page, 'are right');
    await check(page);

    expect(planned).to.deep.equal({ 'would be updated': '1', 'would stay unchanged': '3' });
    expect(updates).to.match(/Tee 0: Price without tax 2 → 2\.1/);
    expect(updates).to.match(/Tee 0: 2\.00 → 2\.10 \(\+5%\)/);
    expect(await countsOf(page, '#plan')).to.deep.equal({ 'would be updated': '4' });
    expect(await stored()).to.deep.include(['0', 'Tee 0', '2.0000']);
  });

  it('pauses, stops and continues', async () => {
    const rows = 8_000;
    await give(page, 'articles', 'viele.csv', articlesCsv(rows));
    await checkAndStart(page);
    await page.waitForSelector('#pause');
    await page.click('#pause');
    await untilText(page, '#figures', /paused/);
    await page.screenshot({ path: `${screenshots}/import-paused.png`, fullPage: true });
    await press(page, 'Go on');
    await untilText(page, '#figures', /[1-9]\d* rows\/s/);
    await page.click('#stop');
    await page.waitForSelector('#end');
    const stopped = await textOf(page, '#end h3');
    await press(page, 'Continue the import');
    await untilText(page, '#end h3', /finished/);

    expect(stopped).to.equal('The import has stopped');
    expect(await countsOf(page, '#end')).to.deep.equal({ created: '8,000' });
    expect(await stored()).to.have.length(rows);
    expect(problems).to.deep.equal([]);
  });

  it('downloads the refused rows, and undoes an import', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-download-'));
    const session = await page.createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    await give(page, 'articles', 'liste.csv', `${head}1;Tee;2,50;7\n2;;3,00;7\n`);
    await checkAndStart(page);
    await countsOf(page, '#end');
    await page.click('#refused');
    // Chromium creates the file empty, and puts the finished one in its place.
    const file = path.join(folder, 'liste.csv.refused.csv');
    await until(() => readFile(file, 'utf8').catch(() => ''));
    const refused = await readFile(file, 'utf8');
    await rm(folder, { recursive: true });
    await press(page, 'Undo run 1');
    await press(page, 'Yes, undo run 1');
    const undone = await countsOf(page, '#undone');

    expect(refused).to.match(/2;;3,00;7;3;\w+;"?article_title/);
    expect(undone).to.deep.equal({ 'created by the run, deleted now': '1' });
    expect(await stored()).to.deep.equal([]);
    await untilText(page, '#history', /undone/);
    expect(problems).to.deep.equal([]);
  });

  it('works by the keyboard alone', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'counterfoil-keyboard-')), 'liste.csv');
    await writeFile(file, 'Nr;Bezeichnung;VK netto;MwSt;aktiv\n1;Tee;2,50;7;1\n2;Saft;3,00;7;0\n');
    await tabTo(page, '#file');
    const [chooser] = await Promise.all([page.waitForFileChooser(), page.keyboard.press('Space')]);
    await chooser.accept([file]);
    await page.waitForSelector('#file-name');
    await tabTo(page, 'input[type=radio]');
    await page.keyboard.press('Space');
    await page.waitForSelector('#question');
    await page.waitForFunction(() => document.activeElement?.id === 'question-title');
    await tabTo(page, '#question .answers button');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'run-title');
    await tabTo(page, '#check');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.closest('#plan') !== null);
    await tabTo(page, '#start');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.closest('#end') !== null);
    const done = await countsOf(page, '#end');
    await page.waitForFunction(
      () => document.querySelector('#end .counts').getBoundingClientRect().bottom <= innerHeight,
    );
    await page.waitForSelector('#history .undo:not(:disabled)');
    await tabTo(page, '#history .undo');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.closest('#history') !== null);
    expect(await page.evaluate(() => document.activeElement.className)).to.equal('keep');
    await tabTo(page, '#history .main');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#undone');

    expect(done).to.deep.equal({ created: '1', skipped: '1' });
    expect(await stored()).to.deep.equal([]);
    await rm(path.dirname(file), { recursive: true });
  });
});
