import { readFile, rename, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { cleanUp } from '../support/dataFolders.ts';
import { descendantsOf, isRunning } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { callAsDemo, startUp, type Up } from '../support/up.ts';

/** Size at which a log is rotated. */
const maxBytes = 16 * 1024 * 1024;

const articleLog = 'logs/worker-article-interactive.log';

describe('logs of counterfoil up (starts `up`)', function () {
  this.timeout(120_000);
  let up: Up;
  before(async () => {
    up = await startUp();
  });
  after(cleanUp);

  const fileOf = (name: string) => path.join(up.folder, name);
  const text = (name: string) => readFile(fileOf(name), 'utf8').catch(() => '');
  const create = () => callAsDemo(up, 'article.create', { article_title: 'Tea' });
  const requestsIn = (log: string) => log.match(/"event":"request"/g)?.length ?? 0;

  it('are rotated by size, and no line is lost', async () => {
    await create();
    // The start has sent two: they made the records of the demo account.
    let sent = 3;
    await until(async () => requestsIn(await text('logs/gateway.log')) === sent);
    // A hole, which takes no place on the disk.
    await truncate(fileOf('logs/gateway.log'), maxBytes);
    const isRotated = async () =>
      (await stat(fileOf('logs/gateway.log.1')).catch(() => undefined)) !== undefined;
    while (!(await isRotated())) {
      await create();
      sent += 1;
    }
    for (let more = 0; more < 5; more += 1) await create();

    const logged = async () =>
      requestsIn(await text('logs/gateway.log.1')) + requestsIn(await text('logs/gateway.log'));
    await until(async () => (await logged()) === sent + 5);
    expect(requestsIn(await text('logs/gateway.log'))).to.be.above(0);
    expect((await stat(fileOf('logs/gateway.log'))).mode & 0o777).to.equal(0o600);
  });

  it('of the private servers are rotated, too', async () => {
    await truncate(fileOf('redis.log'), maxBytes);

    await until(async () => (await stat(fileOf('redis.log'))).size < maxBytes);

    expect((await stat(fileOf('redis.log.1'))).size).to.equal(maxBytes);
  });

  it('go on in a new file after SIGHUP, if `up` has no terminal', async () => {
    await create();
    const moved = fileOf('logs/worker-article-interactive.log-moved');
    await rename(fileOf(articleLog), moved);
    const before = descendantsOf(up.running.pid);

    process.kill(up.running.pid, 'SIGHUP');
    await up.running.prints(/Reopening the log files/);

    await until(async () => {
      await create();
      return (await text(articleLog)).includes('"event":"set"');
    });
    expect(before.filter(({ pid }) => !isRunning(pid))).to.deep.equal([]);
    expect(await readFile(moved, 'utf8')).to.include('"event":"started"');
    expect(await text(articleLog)).to.not.include('"event":"started"');
  });

  it('end with the last lines of a role that has reopened its log', async () => {
    const { code } = await up.running.stop();

    expect(code).to.equal(0);
    for (const name of ['logs/gateway.log', articleLog])
      expect(await text(name), name).to.include('"event":"stopping"');
  });
});
