import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { newApp, setPolicy } from '../support/apps.ts';
import { startCluster } from '../support/cluster.ts';
import { openPage, startChromium } from './browser.js';

/** As text: tsx would add helpers to the code that browsers don't have. */
const contrastScript = readFileSync('test/browser/contrast.js', 'utf8');

/** For a person to look at; not kept in the repository. */
const screenshots = '.counterfoil/screenshots';

describe('documentation in Chromium', () => {
  let browser;
  let cluster;
  let account;
  let app;
  let url;
  before(async () => {
    await mkdir(screenshots, { recursive: true });
    browser = await startChromium();
    cluster = await startCluster({ redis: 13, servesDocs: true });
    account = await newAccount({}, cluster);
    app = await newApp(account.id);
    await setPolicy(app, 'v2-required');
    url = `${cluster.url}/docs`;
  });
  after(async () => {
    await cluster?.stop();
    await browser?.close();
  });

  const place = (operation) => `details.try[data-operation="${operation}"]`;

  async function signIn(page, { appId, apiSecret }) {
    await page.type('#app-id', appId);
    await page.type('#api-secret', apiSecret);
  }

  async function open(page, operation) {
    await page.click(`${place(operation)} > summary`);
    await page.waitForSelector(`${place(operation)} form`);
  }

  /** Sends what is in the form, and resolves to what it shows then. */
  async function send(page, operation, body) {
    const form = `${place(operation)} form`;
    if (body !== undefined)
      await page.$eval(`${form} textarea`, (area, text) => Object.assign(area, { value: text }), body);
    await page.$eval(`${form} .outcome`, (outcome) => outcome.replaceChildren());
    await page.click(`${form} button.send`);
    await page.waitForSelector(`${form} .outcome pre, ${form} .outcome > .problem`);
    const state = await page.$eval(`${form} .outcome`, (outcome) => outcome.firstChild.textContent);
    const shown = await page.$$eval(`${form} .outcome > pre`, (all) => all.map((each) => each.textContent));
    return { state, answer: shown[0] && JSON.parse(shown[0]) };
  }

  it('signs an article.create with v1 and v2, and shows the record that was made', async () => {
    const { page, problems, origins } = await openPage(browser, url);
    const requests = [];
    page.on('request', (request) => requests.push(request));
    await signIn(page, app);
    await open(page, 'article.create');
    const created = await send(page, 'article.create');
    const repeated = await send(page, 'article.create');
    await open(page, 'article.read');
    const { article_ident } = created.answer.data;
    const read = await send(page, 'article.read', JSON.stringify({ article_ident }));
    await page.$eval(place('article.create'), (form) => form.scrollIntoView());
    await page.screenshot({ path: `${screenshots}/docs-tried.png` });

    expect(created.state).to.match(/^200 done/);
    expect(repeated.answer, 'with the same key').to.deep.equal(created.answer);
    expect(read.answer.data).to.include({ article_ident, article_title: 'Coffee beans' });
    expect(problems).to.deep.equal([]);
    expect([...origins]).to.deep.equal([new URL(url).origin]);
    const sent = requests.map((each) => `${each.url()} ${JSON.stringify(each.headers())} ${each.postData()}`);
    expect(sent).to.have.length(3);
    for (const each of sent) expect(each).to.include('v2;kid=').and.not.include(app.apiSecret);
    expect(
      await page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length),
    ).to.equal(0);
    await page.close();
  });

  it('shows what was refused, and why a signature may be wrong', async () => {
    const { page } = await openPage(browser, url);
    await open(page, 'customer.create');
    const unsigned = await send(page, 'customer.create');
    await signIn(page, account);
    await page.click('#use-v2');
    const refused = await send(page, 'customer.create', '{"bill_country":"<b>Germany</b>"}');
    await page.click('#forget');
    await signIn(page, { appId: account.appId, apiSecret: 'wrong' });
    const wrong = await send(page, 'customer.create');

    expect(unsigned.state).to.match(/^Enter an app id/);
    expect(refused.state).to.match(/^200 field_invalid/);
    expect(wrong.state).to.match(/^401 authentication_failed/);
    await page.close();
  });

  it('has a form for every operation, with a request that is done or refused as the page says', async () => {
    const { page, problems } = await openPage(browser, url);
    await signIn(page, app);
    const names = await page.$$eval('details.try', (all) => all.map((each) => each.dataset.operation));
    for (const name of names) {
      await open(page, name);
      expect((await send(page, name)).state, name).to.match(/^200 /);
    }

    expect(names).to.include('batch.run').and.have.length.above(15);
    expect(problems).to.deep.equal([]);
    await page.close();
  });

  for (const scheme of ['light', 'dark'])
    for (const width of [375, 1280])
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
        expect(problems).to.deep.equal([]);
        expect([...origins]).to.deep.equal([new URL(url).origin]);
        await page.close();
      });

  it('finds sections by their name', async () => {
    const { page } = await openPage(browser, url);
    await page.type('#filter', 'article.u');
    const shown = await page.$$eval('nav li:not([hidden])', (all) => all.map((each) => each.textContent));

    expect(shown).to.deep.equal(['article.update']);
    await page.close();
  });
});
