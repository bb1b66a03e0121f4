import { connect } from 'node:net';
import { expect } from 'chai';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { redisUrl } from '../../support/servers.ts';
import { until } from '../../support/until.ts';
import { type PageServer, startPageServer } from './pageServer.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const files = ['', 'base.css', 'page.css', 'page.js', 'plot.js', 'icon.svg', 'state.json'];

describe('status page', () => {
  let cluster: Cluster;
  let page: PageServer;
  before(async () => {
    cluster = await startCluster({ redis: 5 });
    page = await startPageServer(redisUrl(5));
  });
  after(async () => {
    await page.stop();
    await cluster.stop();
  });

  it('answers whoever knows its token', async () => {
    for (const file of files) expect((await page.get(`/${page.token}/${file}`)).status, file).to.equal(200);
  });

  it('adds the slash that its own addresses need', async () => {
    const { status, headers } = await page.get(`/${page.token}`);

    expect(status).to.equal(302);
    expect(headers.location).to.equal(`/${page.token}/`);
  });

  it('answers 404 without the token, whatever is asked for', async () => {
    const { token } = page;
    const wrong = ['', token.slice(1), `${token}x`, token.toUpperCase(), encodeURIComponent(`${token} `)];
    for (const file of [...files, 'queues/', 'queues/api/queues'])
      for (const given of wrong) {
        const { status, body } = await page.get(`/${given}/${file}`);
        expect(status, `${given}/${file}`).to.equal(404);
        expect(body).to.match(/^Not found: open the complete address/);
      }
  });

  it('answers no host but this machine, so that DNS rebinding is useless', async () => {
    const path = `/${page.token}/state.json`;
    for (const host of ['evil.example', `evil.example:${page.port}`, '127.0.0.1.evil.example', '10.0.0.1'])
      expect((await page.get(path, { host })).status, host).to.equal(421);
    for (const host of ['localhost', 'LOCALHOST:9000', '127.0.0.1:9000', '[::1]:9000'])
      expect((await page.get(path, { host })).status, host).to.equal(200);
  });

  it('is read only', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      for (const file of [...files, 'queues/', 'queues/api/queues/pause']) {
        const { status, headers } = await page.get(`/${page.token}/${file}`, { method });
        expect(status, `${method} ${file}`).to.equal(405);
        expect(headers.allow).to.equal('GET, HEAD');
      }
    expect(await page.get(`/${page.token}/state.json`, { method: 'HEAD' })).to.include({
      status: 200,
      body: '',
    });
  });

  it('sends its strict headers with every answer, rejections included', async () => {
    const answers = await Promise.all([
      ...files.map((file) => page.get(`/${page.token}/${file}`)),
      page.get('/'),
      page.get(`/${page.token}/nothing`),
      page.get(`/${page.token}/`, { host: 'evil.example' }),
      page.get(`/${page.token}/`, { method: 'POST' }),
    ]);

    for (const { headers } of answers)
      expect(headers).to.include({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
      });
  });

  it('listens on 127.0.0.1 only', async () => {
    const outcome = await new Promise<string>((resolve) => {
      const socket = connect(page.port, '127.0.0.2');
      socket.once('connect', () => resolve('connected')).once('error', (error) => resolve(error.message));
    });

    expect(outcome).to.match(/ECONNREFUSED/);
  });

  it('has no script, style or address of another origin in its HTML', async () => {
    const { body } = await page.get(`/${page.token}/`);

    expect(body).not.to.match(/<style|style=|<script>|\son\w+=|https?:\/\//);
  });

  it('shows processes, queues, the diagnosis and the plots', async () => {
    await until(async () => (await page.state()).report?.tables.processes.rows.length === 2);

    const { problem, report, plots } = await page.state();
    const {
      diagnosis,
      tables: { processes, queues },
    } = report as NonNullable<typeof report>;

    expect(problem).to.equal('');
    expect(processes.rows.map(({ cells: [name = ''] }) => name.split(' ', 1)[0])).to.deep.equal([
      'gateway',
      'worker',
    ]);
    expect(queues.rows.map(({ cells: [name] }) => name)).to.include.members(['article', 'article.bulk']);
    expect(diagnosis.text).to.match(/\.$/);
    expect(plots.each.map(({ id }) => id)).to.deep.equal(['rate', 'latency', 'oldest', 'rejections']);
    for (const { lines, summary } of plots.each) {
      expect(summary).to.match(/last 15 minutes\. .*now .*highest /);
      for (const { values } of lines) expect(values).to.have.length(plots.agesS.length).above(0);
    }
  });
});
