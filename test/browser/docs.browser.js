import { mkdir } from 'node:fs/promises';
import { expect } from 'chai';
import { startCluster } from '../support/cluster.ts';
import { contrastScript, openPage, screenshots, startChromium } from './browser.js';

describe('documentation in Chromium', () => {
  let browser;
  let cluster;
  let url;
  before(async () => {
    await mkdir(screenshots, { recursive: true });
    browser = await startChromium();
    cluster = await startCluster({ redis: 13, servesDocs: true });
    url = `${cluster.url}/docs`;
  });
  after(async () => {
    await cluster?.stop();
    await browser?.close();
  });

  for (const scheme of ['light', 'dark'])
    for (const width of [390, 1280])
      it(`shows everything at ${width} pixels, ${scheme}, without errors or foreign requests`, async () => {
        const { page, problems, origins } = await openPage(browser, url, { width, scheme });
        await page.screenshot({ path: `${screenshots}/docs-${scheme}-${width}.png` });

        expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(width);
        // WCAG 2.2, 1.4.3: 4.5 to 1.
        expect(await page.evaluate(contrastScript)).to.be.above(4.5);
        const broken = await page.$$eval('a[href^="#"]', (all) =>
          all.map((each) => each.getAttribute('href').slice(1)).filter((id) => !document.getElementById(id)),
        );
        expect(broken).to.deep.equal([]);
        const regions = await page.$$eval('[role="region"]', (all) => all.map((each) => each.ariaLabel));
        expect(new Set(regions).size, regions.join()).to.equal(regions.length);
        expect(regions).to.include.members(['customer.create', 'Codes of operations']);
        expect(problems).to.deep.equal([]);
        expect([...origins]).to.deep.equal([new URL(url).origin]);
        await page.close();
      });

  /** Types into the search, and resolves to what it says, and to the names and places of what it finds. */
  async function searchFor(page, query) {
    await page.$eval('#query', (field) => Object.assign(field, { value: '' }));
    await page.type('#query', query);
    const state = await page.$eval('#search-state', (element) => element.textContent);
    const found = await page.$$eval('#found a', (all) =>
      all.map((each) => [...each.children].map((part) => part.textContent)),
    );
    return { state, found };
  }

  it('finds operations, fields, codes and texts, with where they are, and says when there is nothing', async () => {
    const { page, problems } = await openPage(browser, url);
    const iban = await searchFor(page, 'IBAN');
    const marks = await page.$$eval('#found mark', (all) => all.map((each) => each.textContent));
    await page.screenshot({ path: `${screenshots}/docs-search.png` });
    const code = await searchFor(page, 'record_changed');
    const pages = await searchFor(page, 'pagination');
    const currency = await searchFor(page, 'currency');
    const operation = await searchFor(page, 'article upd');
    const words = await searchFor(page, 'nonce 660 seconds');
    const nothing = await searchFor(page, 'no such <b>');

    expect(iban.found[0]).to.include.members(['account_iban', 'customer.create']);
    expect(marks).to.include.members(['iban', 'IBAN']);
    expect(code.found[0]).to.include.members(['record_changed', 'Codes of operations']);
    expect(pages.state).to.match(
      /^\d+ results for “cursor”: the page has no “pagination”(?:, the first \d+ are shown)?$/,
    );
    expect(pages.found.map(([name]) => name)).to.include('cursor');
    expect(currency.found.map(([name]) => name)).to.include.members(['article_price', 'account.read']);
    expect(operation.found[0]).to.deep.equal(['article.update']);
    expect(words.found[0].join()).to.match(/^Signature v2,NONCE/);
    expect(nothing).to.deep.equal({
      state: 'Nothing found for “no such <b>”. Try one word, or a part of it.',
      found: [],
    });
    expect(await page.$eval('#found', (element) => element.textContent)).to.equal(nothing.state);
    expect(problems).to.deep.equal([]);
    await page.close();
  });

  it('is searched with the keyboard alone', async () => {
    const { page } = await openPage(browser, url);
    const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
    await page.keyboard.press('/');
    expect(await focused()).to.equal('query');
    await page.keyboard.type('bill_email');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).to.equal('A');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).to.equal('query');
    await page.keyboard.press('Enter');

    expect(await focused()).to.equal('customer-create-bill_email');
    expect(new URL(page.url()).hash).to.equal('#customer-create-bill_email');
    expect(await page.$eval('#found', ({ hidden }) => hidden)).to.equal(true);
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    expect(await page.$eval('#found', ({ hidden }) => hidden)).to.equal(true);
    await page.keyboard.press('Escape');
    expect(await focused()).to.equal('BODY');
    await page.close();
  });

  it('copies links of headings, fields and codes, and code', async () => {
    const { page, problems } = await openPage(browser, url);
    await browser.defaultBrowserContext().overridePermissions(new URL(url).origin, ['clipboard-read']);
    await page.bringToFront();
    const copied = async (selector) => {
      await page.$eval('#notice', (notice) => notice.replaceChildren());
      await page.$eval(selector, (element) => element.click());
      await page.waitForFunction(() => document.getElementById('notice').textContent.endsWith('opied'));
      return page.evaluate(() => navigator.clipboard.readText());
    };

    for (const id of [
      'idempotency',
      'customer-create',
      'article-create-article_price',
      'code-record_changed',
    ]) {
      expect(await copied(`#${id} a.anchor`)).to.equal(`${url}#${id}`);
      expect(page.url()).to.equal(`${url}#${id}`);
    }
    const code = '#article-create ~ .code [data-language="curl"] pre';
    expect(await copied(`${code} + .copy`)).to.equal(await page.$eval(code, (block) => block.textContent));
    expect(problems).to.deep.equal([]);
    await page.close();
  });

  it('shows code in the language that was chosen, also at the next visit', async () => {
    const { page } = await openPage(browser, url);
    const shown = () =>
      page.$$eval('.code > [role="tabpanel"]:not([hidden])', (all) => [
        ...new Set(all.map(({ dataset }) => dataset.language)),
      ]);
    expect(await shown()).to.deep.equal(['curl']);
    await page.$eval('#article-create ~ .code [role="tab"][aria-selected="true"]', (tab) => {
      tab.scrollIntoView({ block: 'center' });
      tab.focus();
    });
    const top = () => page.evaluate(() => document.activeElement.getBoundingClientRect().top);
    const before = await top();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');

    expect(await shown()).to.deep.equal(['PHP']);
    expect(await top()).to.be.closeTo(before, 1);
    await page.reload();
    expect(await shown()).to.deep.equal(['PHP']);
    await page.evaluate(() => localStorage.clear());
    await page.close();
  });

  it('is complete without JavaScript', async () => {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(`${url}#code-record_changed`);
    const isShown = (selector) => page.$eval(selector, (element) => element.checkVisibility());

    expect(await isShown('noscript p')).to.equal(true);
    for (const selector of ['#search', '#credentials', '.copy, .tabs'])
      expect((await page.$(selector)) !== null && (await isShown(selector)), selector).to.equal(false);
    await page.click('#article-create ~ .code [data-language="Python"] summary');
    expect(await isShown('#article-create ~ .code [data-language="Python"] pre')).to.equal(true);
    await page.close();
  });
});
