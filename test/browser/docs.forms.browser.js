import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { exampleExternalIdent } from '../../shared/contract/resources/records.ts';
import { newAccount } from '../support/account.ts';
import { newApp, setPolicy } from '../support/apps.ts';
import { startCluster } from '../support/cluster.ts';
import { Running } from '../support/running.ts';
import { openPage, screenshots, startChromium } from './browser.js';
import { bodyOf, noteIs, open, place, send, signIn } from './docsForms.js';

/** Another name of this machine than its own: browsers sign there on pages from https:// only. */
const plainHost = 'docs.test';

const hasExamples = 'The idents in the body are those of records that were made to try calls.';

describe('forms of the documentation in Chromium (a form for each operation)', () => {
  let browser;
  let cluster;
  let account;
  let app;
  let url;
  before(async () => {
    await mkdir(screenshots, { recursive: true });
    browser = await startChromium(`--host-resolver-rules=MAP ${plainHost} 127.0.0.1`);
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

  it('signs an article.create with v1 and v2, and shows the record that was made', async () => {
    const { page, problems, origins } = await openPage(browser, url);
    const requests = [];
    page.on('request', (request) => request.url().includes('/api/v1/article.') && requests.push(request));
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
    const sent = requests
      .filter((each) => !each.url().endsWith('find'))
      .map((each) => `${each.url()} ${JSON.stringify(each.headers())} ${each.postData()}`);
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

  const noWebhook = /^200 webhook_not_found/;
  /** The account is not a sandbox, and the page makes no webhook: it would be sent the changes of the account. */
  const refusals = {
    'account.empty': /^200 account_not_sandbox/,
    'webhook.read': noWebhook,
    'webhook.update': noWebhook,
    'webhook.delete': noWebhook,
    'webhook.test': noWebhook,
  };

  /** A page that signs as an app of a new account. */
  async function pageOfNewAccount() {
    const fresh = await newAccount({}, cluster);
    const opened = await openPage(browser, url);
    await signIn(opened.page, fresh);
    return { ...opened, fresh };
  }

  it('has a form for every operation, which is done with records that were made for it', async () => {
    const { page, problems, fresh } = await pageOfNewAccount();
    await open(page, 'address.read');
    await noteIs(page, 'address.read', 'The account has no example delivery address, or no longer.');
    const before = (await fresh.client.customer.list({})).customers;
    await page.click(`${place('address.read')} form > .quiet button`);
    await noteIs(page, 'address.read', hasExamples);
    const names = await page.$$eval('details.try', (all) => all.map((each) => each.dataset.operation));
    const isLast = (name) => Number(name.endsWith('.delete')) + Number(name === 'customer.delete');
    for (const name of names.toSorted((one, other) => isLast(one) - isLast(other))) {
      if (name !== 'address.read') await open(page, name);
      expect((await send(page, name)).state, name).to.match(refusals[name] ?? /^200 done/);
    }

    expect(before).to.deep.equal([]);
    expect(names).to.include('batch.run').and.have.length.above(15);
    expect(problems).to.deep.equal([]);
    await page.close();
  });

  it('takes the example records of the account, never others, and says when they were deleted', async () => {
    const { page, fresh } = await pageOfNewAccount();
    await fresh.client.article.create({ article_title: 'In use' });
    const example = { article_title: 'Tea', external_ident: exampleExternalIdent };
    const { article_ident } = await fresh.client.article.create(example);
    await open(page, 'article.delete');
    await open(page, 'article.update');
    await noteIs(page, 'article.delete', hasExamples);
    await noteIs(page, 'article.update', hasExamples);
    const bodies = [await bodyOf(page, 'article.delete'), await bodyOf(page, 'article.update')];
    const deleted = await send(page, 'article.delete');
    await noteIs(page, 'article.update', 'The account has no example article, or no longer.');
    const again = await send(page, 'article.update');
    await page.$$eval('.sent summary', (all) => all.at(-2).click());
    const hint = await page.$eval(`${place('article.update')} .problem`, ({ textContent }) => textContent);
    await page.$eval(place('article.update'), (form) => form.scrollIntoView());
    await page.screenshot({ path: `${screenshots}/docs-deleted.png` });

    await page.click(`${place('article.update')} form > .quiet button`);
    await noteIs(page, 'article.update', hasExamples);
    const created = await send(page, 'article.update');

    expect(created.state, 'with another key, since the body is another one').to.match(/^200 done/);
    for (const body of bodies) expect(JSON.parse(body)).to.include({ article_ident });
    expect(deleted.state).to.match(/^200 done/);
    expect(again.state).to.match(/^200 article_not_found/);
    expect(hint).to.match(/^The account has no such record\. It may have been deleted/);
    expect((await fresh.client.article.list({})).articles).to.have.length(2);
    await page.close();
  });

  it('uses the record that was created last, and leaves a body that was edited', async () => {
    const { page } = await pageOfNewAccount();
    await open(page, 'customer.read');
    await open(page, 'customer.update');
    const edited = '{"customer_ident":"mine"}';
    await page.$eval(
      `${place('customer.update')} textarea`,
      (area, text) => Object.assign(area, { value: text }),
      edited,
    );
    await open(page, 'customer.create');
    const { answer } = await send(page, 'customer.create');
    await noteIs(page, 'customer.read', hasExamples);

    expect(JSON.parse(await bodyOf(page, 'customer.read'))).to.deep.equal({
      customer_ident: answer.data.customer_ident,
    });
    expect(await bodyOf(page, 'customer.update')).to.equal(edited);
    await page.close();
  });

  /** Resolves to the output of a shell command of the page, with the secret on its standard input. */
  async function inShell(command) {
    const cwd = await mkdtemp(path.join(tmpdir(), 'counterfoil-docs-'));
    const { stdout } = await new Running('bash', ['-euc', command], { cwd, input: `${app.apiSecret}\n` })
      .ended;
    await rm(cwd, { recursive: true });
    return JSON.parse(stdout.slice(stdout.indexOf('{')));
  }

  it('shows commands that can be sent again: with v1 as it was sent, with v2 signed anew', async () => {
    const { page } = await openPage(browser, url);
    await open(page, 'article.create');
    await signIn(page, app);
    const title = JSON.stringify({ article_title: 'Jack\'s & "tea" $HOME ä' });
    const shown = () =>
      page.$$eval(`${place('article.create')} .sent`, (all) => all.map((each) => each.textContent));
    const commandOf = () =>
      page.$eval(`${place('article.create')} .sent pre`, ({ textContent }) => textContent);
    const withV2 = await send(page, 'article.create', title);
    const [why, sent] = await shown();
    const signing = await commandOf();
    await page.click('#use-v2');
    await page.$eval('#app-id', (field, id) => Object.assign(field, { value: id }), account.appId);
    await page.$eval(
      '#api-secret',
      (field, secret) => Object.assign(field, { value: secret }),
      account.apiSecret,
    );
    const withV1 = await send(page, 'article.create', title);
    const curl = await commandOf();

    expect(why).to.include('the same signature again gets 401');
    expect(sent).to.match(
      /POST \/api\/v1\/article\.create HTTP\/1\.1\nHost: 127.*\n[^]*X-Svc-Signature: v2;/,
    );
    expect(why + sent).not.to.include(app.apiSecret);
    expect((await shown())[0]).to.include('can be sent as often as you like');
    for (const [command, { answer }] of [
      [signing, withV2],
      [signing, withV2],
      [curl, withV1],
      [curl, withV1],
    ])
      expect(await inShell(command)).to.deep.equal(answer);
    await page.close();
  });

  it("says that it can't sign on a page from http:// of another machine, and how to send the call", async () => {
    const { page } = await openPage(browser, url.replace('127.0.0.1', plainHost));
    await signIn(page, app);
    await open(page, 'article.create');
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const { state } = await send(page, 'article.create');
      expect(state).to.match(/^This browser signs only on a page from https:/);
    }
    const warning = await page.$eval('#credentials-problem', ({ textContent }) => textContent);
    const commands = await page.$eval(
      `${place('article.create')} .sent pre`,
      ({ textContent }) => textContent,
    );
    await page.$eval('#idempotency a.anchor', (anchor) => anchor.click());
    await page.waitForFunction(() => document.getElementById('notice').textContent === 'Link copied');

    expect(await page.evaluate(() => isSecureContext)).to.equal(false);
    expect(warning).to.match(/^This browser signs only on a page from https:/);
    expect((await inShell(commands.replaceAll(plainHost, '127.0.0.1'))).message).to.equal('article created');
    await page.close();
  });
});
