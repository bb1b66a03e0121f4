import { mkdir } from 'node:fs/promises';
import { expect } from 'chai';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { connectToSend } from '../../shared/runtime/redis/redis.ts';
import { startPageServer } from '../observe/page/pageServer.ts';
import { startPrivateRedis } from '../support/privateRedis.ts';
import { publishStatus } from '../support/statusReports.ts';
import { until } from '../support/until.ts';
import { contrastScript, openPage, screenshots, startChromium } from './browser.js';

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

describe('status page in Chromium (waits for new values)', () => {
  let browser;
  let redis;
  let server;
  before(async () => {
    await mkdir(screenshots, { recursive: true });
    browser = await startChromium();
    redis = await startPrivateRedis();
    const connection = connectToSend(redis.server.url, ignoreEvents);
    await until(() => connection.status === 'ready');
    const names = { title: `worker ${hostile}`, host: hostile, version: hostile };
    await publishStatus(connection, names);
    await publishStatus(connection, { title: 'worker frozen', reportedAt: Date.now() - 20_000 });
    connection.disconnect();
    server = await startPageServer(redis.server.url);
    await until(async () => (await server.state()).report?.tables.processes.rows.length === 2);
  });
  after(async () => {
    await server?.stop();
    await redis?.remove();
    await browser?.close();
  });

  const text = (page, selector) => page.$eval(selector, (element) => element.textContent);
  const isShown = (page, selector) => page.$eval(selector, (element) => !element.hidden);

  for (const scheme of ['light', 'dark'])
    for (const width of [375, 1280])
      it(`shows everything at ${width} pixels, ${scheme}, without errors or foreign requests`, async () => {
        const { page, problems, origins } = await openPage(browser, server.url, { width, scheme });
        await page.waitForSelector('#processes tbody tr.bad');
        await page.screenshot({ path: `${screenshots}/${scheme}-${width}.png`, fullPage: true });

        expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(width);
        expect(
          await page.$$eval('#plots svg', (all) => all.map((svg) => svg.getAttribute('aria-label'))),
        ).to.have.length(4);
        // WCAG 2.2, 1.4.3: 4.5 to 1.
        expect(await page.evaluate(contrastScript)).to.be.above(4.5);
        expect(await page.$$eval('th', (all) => all.every((cell) => cell.scope !== ''))).to.equal(true);
        expect(problems).to.deep.equal([]);
        expect([...origins]).to.deep.equal([new URL(server.url).origin]);
        await page.close();
      });

  it('shows hostile names as text', async () => {
    const { page, problems } = await openPage(browser, server.url);
    await page.waitForSelector('#processes tbody tr:nth-child(2)');

    expect(await text(page, '#processes')).to.include(`worker ${hostile}`);
    expect(await page.$('main img, main script')).to.equal(null);
    expect(await page.title()).to.equal('Counterfoil status');
    expect(problems).to.deep.equal([]);
    await page.close();
  });

  it('moves nothing when new values arrive', async () => {
    const { page } = await openPage(browser, server.url);
    // Neither process reports any more: each has a warning, and the diagnosis stays as it is.
    await page.waitForSelector('#warnings li:nth-child(2)');
    const places = () =>
      page.$$eval('h2, figure, .scroll', (all) =>
        all.map((each) => JSON.stringify(each.getBoundingClientRect())),
      );
    const before = await places();
    await page.waitForResponse((response) => response.url().endsWith('state.json'));
    await page.waitForResponse((response) => response.url().endsWith('state.json'));

    expect(await places()).to.deep.equal(before);
    await page.close();
  });

  it('says that Redis is away, and recovers', async () => {
    const { page, problems } = await openPage(browser, server.url);
    await page.waitForSelector('#processes tbody tr:nth-child(2)');
    await redis.server.stop();
    await until(() => isShown(page, '#problem'));
    const away = await text(page, '#problem');
    await page.screenshot({ path: `${screenshots}/redis-away.png`, fullPage: true });
    await redis.server.start();
    await until(async () => !(await isShown(page, '#problem')));

    expect(away).to.match(/^Redis has not answered since .* What is shown was read at /);
    expect(problems).to.deep.equal([]);
    await page.close();
  });

  it('leads to bull-board, which asks no other origin and violates no policy', async () => {
    const { page, problems, origins } = await openPage(browser, server.url);
    await Promise.all([page.waitForNavigation(), page.click('nav a')]);
    await page.waitForFunction(() => /\d Jobs?/.test(document.body.textContent));
    await page.screenshot({ path: `${screenshots}/board.png` });

    expect(problems).to.deep.equal([]);
    expect([...origins]).to.deep.equal([new URL(server.url).origin]);
    await page.close();
  });
});
