// @early: one of the slowest.
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { type Counterfoil, counterfoil } from '../../client/nodeClient.ts';
import { withMetricTables } from '../../docs/generate/operatingTables.ts';
import { cleanUp, dataFolder } from '../support/dataFolders.ts';
import { Prometheus, promtool } from '../support/prometheus.ts';
import { until } from '../support/until.ts';
import { demoOf, startUp, type Up } from '../support/up.ts';

const rulesFile = 'deploy/monitoring/alerts.yml';
const configurationFile = 'deploy/monitoring/prometheus.yml';
const rules = readFileSync(rulesFile, 'utf8');
const alerts = [...rules.matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)].map(
  ([, name = '', expression = '']) => ({
    name,
    /** Leaves out the comparison or absent(), after which nothing is left while all is well. */
    operand: expression.replace(/ [<>=]=? [\d.]+$/, '').replace(/^absent\((.+)\)$/, '$1'),
  }),
);

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const { panels } = JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8')) as {
  readonly panels: readonly Panel[];
};
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({
    name: `${title}: ${expr}`,
    query: expr.replaceAll('$__rate_interval', '30s'),
  })),
);

describe('docs/operating.md', () => {
  const page = readFileSync('docs/operating.md', 'utf8');

  it('has the tables of metrics', () => {
    expect(withMetricTables(page) === page, 'docs/operating.md is out of date: run npm run docs').to.equal(
      true,
    );
  });
});

describe('alert rules (starts Prometheus)', function () {
  this.timeout(300_000); // the first run downloads Prometheus

  it('are valid', async () => {
    expect(await promtool('check', 'rules', rulesFile)).to.include(`${alerts.length} rules found`);
  });

  it('fire when they should, and only then', async () => {
    expect(await promtool('test', 'rules', 'test/deployment/alerts.yml')).to.include('SUCCESS');
  });

  it('all have a case', () => {
    const cases = readFileSync('test/deployment/alerts.yml', 'utf8');

    const missing = alerts.filter(({ name }) => !cases.includes(`name: ${name} fires`));

    expect(missing).to.deep.equal([]);
  });
});

describe('deploy/monitoring/prometheus.yml (starts Prometheus)', function () {
  this.timeout(300_000);
  const given = readFileSync(configurationFile, 'utf8');
  let file: string;
  before(async () => {
    file = path.join(await dataFolder(), 'prometheus.yml');
  });
  after(cleanUp);

  /** The same with other targets than those of `npm start`. */
  async function write(targets: string): Promise<void> {
    const changed = given
      .replace(/ +file_sd_configs:\n.*\n/, targets)
      .replace('alerts.yml', path.resolve(rulesFile));
    await writeFile(file, changed);
  }

  it('is valid, also with the lines for Compose', async () => {
    const [lines = ''] = /^ +# dns_sd_configs:\n(?: +# .*\n)+/m.exec(given) ?? [];
    await write(lines.replaceAll('# ', ''));

    expect(await promtool('check', 'config', file)).to.include('SUCCESS');
    expect(await readFile(file, 'utf8')).to.include('    dns_sd_configs:\n      - names: [gateway,');
  });

  it('takes roles from the names of services where nothing else says them', async () => {
    const found = [
      { targets: ['10.0.0.1:9464'], labels: { __meta_dns_name: 'gateway' } },
      { targets: ['10.0.0.2:9464'], labels: { __meta_dns_name: 'worker-article' } },
      { targets: ['10.0.0.3:9464'], labels: { role: 'worker account 2' } },
    ];
    await write(`    static_configs: ${JSON.stringify(found)}\n`);

    const printed = await promtool('check', 'service-discovery', '--timeout=2s', file, 'counterfoil');

    const targets = JSON.parse(printed) as readonly { readonly labels: { readonly role?: string } }[];
    expect(targets.map(({ labels }) => labels.role)).to.have.members([
      'gateway',
      'worker article',
      'worker account 2',
    ]);
  });
});

describe('Prometheus, beside a running up (waits for scrapes)', function () {
  this.timeout(300_000);
  let up: Up;
  let prometheus: Prometheus;
  let client: Counterfoil;

  before('scrapes all roles while there is some load', async () => {
    up = await startUp();
    const { COUNTERFOIL_APP_ID: appId = '', COUNTERFOIL_API_SECRET: apiSecret = '' } = await demoOf(up);
    client = counterfoil({ url: up.url, appId, apiSecret });
    prometheus = await startPrometheus(up);
    await until(async () => (await roles()).length === printedRoles().length);
  });
  after(async () => {
    prometheus?.stop();
    await client?.close();
    await cleanUp();
  });

  const printedRoles = () =>
    [...up.running.printed.matchAll(/http:\S+\/metrics {2}(.+)$/gm)].map(([, role]) => role);
  /** The roles that were scraped. */
  const roles = async () => (await prometheus.query('up == 1')).map(({ metric }) => metric.role);

  it('finds every role under the name that up prints', async () => {
    expect(await roles()).to.have.members(printedRoles());
    expect(printedRoles()).to.include.members([
      'gateway',
      'worker account',
      'worker account 2',
      'worker order',
    ]);
  });

  it('gets data for every query of the dashboard', async () => {
    const open = new Map(queries.map(({ name, query }) => [name, query]));

    await untilAnswered(open);
  });

  it('gets data for the operands of every alert', async () => {
    const open = new Map(alerts.map(({ name, operand }) => [name, operand.replaceAll(/\[\d+m\]/g, '[30s]')]));

    await untilAnswered(open);
  });

  /** Calls and asks until each query has had an answer: a rate needs two scrapes with calls between them. */
  async function untilAnswered(open: Map<string, string>): Promise<void> {
    await until(async () => {
      await callSome(client);
      for (const [name, query] of open) if ((await prometheus.query(query)).length > 0) open.delete(name);
      return open.size === 0;
    }).catch(() => {});
    expect([...open.keys()]).to.deep.equal([]);
  }
});

async function startPrometheus({ folder }: Up): Promise<Prometheus> {
  const store = await dataFolder();
  const given = await readFile(configurationFile, 'utf8');
  const changed = given
    .replaceAll('10s', '1s')
    .replace('/opt/counterfoil/.counterfoil', folder)
    .replace('alerts.yml', path.resolve(rulesFile));
  const configuration = path.join(store, 'prometheus.yml');
  await writeFile(configuration, changed);
  return Prometheus.start(configuration, store);
}

async function callSome(client: Counterfoil): Promise<void> {
  const { article_ident } = await client.article.create({ article_title: 'Tee' });
  await client.article.update({ article_ident, article_title: 'Kaffee' });
  await client.send('batch.run', JSON.stringify({ operations: [{ method: 'customer.create', data: {} }] }));
}
