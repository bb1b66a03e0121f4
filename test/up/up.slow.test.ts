// @early: one of the slowest.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { databaseServer } from '../support/databaseEngine.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { descendantsOf, isRunning } from '../support/processes.ts';
import { Running } from '../support/running.ts';
import { callAsDemo, demoOf, startUp, type Up } from '../support/up.ts';

describe('counterfoil up (starts `up`)', function () {
  this.timeout(60_000);
  let up: Up;
  let customer_ident: string;
  before('starts from nothing', async () => {
    const foreign = { COUNTERFOIL_API_SECRET: 'none', COUNTERFOIL_SECRET_KEY_FILE: '/dev/null' };
    up = await startUp({ env: foreign });
    const { data } = await callAsDemo(up, 'customer.create', {});
    ({ customer_ident } = data as { customer_ident: string });
  });
  after(cleanUp);

  it('prints its address, the demo app, and the file with the secret', async () => {
    const { COUNTERFOIL_APP_ID, COUNTERFOIL_API_SECRET = '' } = await demoOf(up);

    const { printed } = up.running;

    expect(printed).to.include(up.url);
    expect(printed).to.include(COUNTERFOIL_APP_ID);
    expect(printed).to.include(path.join(up.folder, 'demo.env'));
    expect(printed).not.to.include(COUNTERFOIL_API_SECRET);
  });

  it('serves the documentation at the address that it prints', async () => {
    const page = await fetch(/docs +(http\S+)/.exec(up.running.printed)?.[1] ?? '');
    const description = await fetch(`${up.url}/openapi.json`);

    expect(await page.text()).to.include('<h1 id="start">Counterfoil API</h1>');
    expect(await description.json()).to.include({ openapi: '3.1.0' });
  });

  it('has records in the demo account that calls can be tried with', async () => {
    const external_ident = 'docs-example';
    const customer = await callAsDemo(up, 'customer.read', {
      customer_identifier: 'external_ident',
      external_ident,
    });
    const article = await callAsDemo(up, 'article.find', { by: 'external_ident', values: [external_ident] });

    expect(customer.data).to.have.property('address_data').with.length(1);
    expect(article.data).to.have.property('articles').with.length(1);
  });

  it('prints a signed curl line that works when it is pasted', async () => {
    const line = /^curl .*$/m.exec(up.running.printed)?.[0] ?? '';

    const envelope = await runCurlLine(line);

    expect(envelope).to.deep.include({
      response: true,
      method: 'article.create',
      message: 'article created',
    });
  });

  it('writes the demo credentials to a file that only the owner can read', async () => {
    const demo = await demoOf(up);

    expect(demo).to.have.all.keys('COUNTERFOIL_URL', 'COUNTERFOIL_APP_ID', 'COUNTERFOIL_API_SECRET');
    expect(demo.COUNTERFOIL_URL).to.equal(up.url);
    for (const file of ['demo.env', 'servers.env', 'servers.json'])
      expect((await stat(path.join(up.folder, file))).mode & 0o777, file).to.equal(0o600);
  });

  it('names its processes in the process list', () => {
    const titles = descendantsOf(up.running.pid).map(({ command }) => command);

    const ours = titles.filter((title) => title.startsWith('counterfoil ')).toSorted();

    const roles = [
      'gateway',
      'worker account',
      'worker account',
      'worker order',
      'worker webhook',
      'worker customer address article changes bulk',
      'status page',
      'import page',
      ...['customer', 'address', 'article', 'changes'].map((resource) => `worker ${resource} interactive`),
    ];
    expect(ours).to.deep.equal(roles.map((role) => `counterfoil ${role}`).toSorted());
    for (const server of [databaseServer.command, /redis-server/])
      expect(titles.filter((title) => server.test(title))).to.have.length(1);
  });

  it('gives its roles the secrets that they need, and no others', async () => {
    const roles = descendantsOf(up.running.pid).filter(({ command }) => command.startsWith('counterfoil '));

    const given = await Promise.all(roles.map(secretsOf));

    const secrets = {
      gateway: 'COUNTERFOIL_SECRET_KEY REDIS_URL',
      worker: 'DATABASE_URL REDIS_URL',
      'worker webhook': 'COUNTERFOIL_SECRET_KEY DATABASE_URL REDIS_URL',
      status: 'REDIS_URL',
      import: '',
    };
    const wanted = roles.map(({ command }) => {
      const [, kind = '', served = ''] = command.split(' ');
      return secrets[(served === 'webhook' ? `${kind} ${served}` : kind) as keyof typeof secrets];
    });
    expect(given).to.deep.equal(wanted);
  });

  it('stops everything on SIGTERM, with exit code 0', async () => {
    const started = descendantsOf(up.running.pid);

    const { code } = await up.running.stop('SIGTERM');

    expect(code).to.equal(0);
    expect(started.filter(({ pid }) => isRunning(pid))).to.deep.equal([]);
  });

  it('keeps its data and its demo app for a start on another port', async () => {
    const { COUNTERFOIL_URL: formerUrl, ...app } = await demoOf(up);

    up = await startUp({ folder: up.folder });

    expect(up.url).not.to.equal(formerUrl);
    expect(await demoOf(up)).to.deep.equal({ ...app, COUNTERFOIL_URL: up.url });
    expect(await callAsDemo(up, 'customer.exists', { customer_ident })).to.deep.include({ response: true });
  });

  it('stops everything on SIGINT, with exit code 0', async () => {
    const started = descendantsOf(up.running.pid);

    const { code } = await up.running.stop('SIGINT');

    expect(code).to.equal(0);
    expect(started.filter(({ pid }) => isRunning(pid))).to.deep.equal([]);
  });

  /** The names of secrets in the environment that a process was started with. */
  async function secretsOf({ pid }: { readonly pid: number }): Promise<string> {
    const variables = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
    const names = variables.map((variable) => variable.split('=', 1)[0] ?? '');
    return names
      .filter((name) => /_URL|_SECRET|_FILE$/.test(name))
      .toSorted()
      .join(' ');
  }
});

/** Runs a curl line as a shell does, or, without curl, sends what it says; resolves to the answer. */
async function runCurlLine(line: string): Promise<unknown> {
  const { code, stdout, stderr } = await new Running('sh', ['-c', line]).ended;
  if (code === 127) return fetchCurlLine(line);
  expect(code, stderr).to.equal(0);
  return JSON.parse(stdout);
}

async function fetchCurlLine(line: string): Promise<unknown> {
  const [, url = '', options = '', body = ''] = /^curl (\S+) (.*) -d '([^']*)'$/.exec(line) ?? [];
  const headers = [...options.matchAll(/-H '([\w-]+): ([^']*)'/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const answer = await fetch(url, { method: 'POST', headers: Object.fromEntries(headers), body });
  return answer.json();
}
