import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { secretKey } from '../support/cluster.ts';
import { compiled, nowhere } from '../support/command.ts';
import { cleanUp, dataFolder } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';
import { allGone, descendantsOf, isRunning } from '../support/processes.ts';
import { Running } from '../support/running.ts';
import { redisUrl } from '../support/servers.ts';
import { until } from '../support/until.ts';

describe('when its terminal is closed (starts `up`)', function () {
  this.timeout(60_000);
  after(cleanUp);

  /** `script` is the terminal: the system sends SIGHUP to what runs in it when it is gone. */
  async function startInTerminal(command: string, env: Record<string, string>): Promise<Running> {
    await compiled();
    const line = `exec ${process.execPath} cli/counterfoil.js ${command}`;
    return new Running('script', ['--quiet', '--command', line, '/dev/null'], { env });
  }

  it('a gateway drains and stops', async () => {
    const port = await freePort();
    const COUNTERFOIL_SECRET_KEY = secretKey.toString('base64');
    const env = { REDIS_URL: redisUrl(15), COUNTERFOIL_SECRET_KEY, PORT: `${port}`, DRAIN_MS: '3000' };
    const terminal = await startInTerminal('gateway', env);
    await terminal.prints(/"event":"started"/);
    const started = descendantsOf(terminal.pid);

    await terminal.stop('SIGKILL');

    await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      return ((await answer.json()) as { readonly stopping: boolean }).stopping;
    });
    expect(started.map(({ pid }) => isRunning(pid))).to.include(true);
    await allGone(started);
  });

  it('`up` stops everything in order', async () => {
    const folder = await dataFolder();
    const env = { COUNTERFOIL_DATA_DIR: folder, PORT: `${await freePort()}` };
    const terminal = await startInTerminal('up', env);
    await terminal.prints(/Ctrl-C stops everything/);
    const started = descendantsOf(terminal.pid);

    await terminal.stop('SIGKILL');

    await allGone(started);
    const log = (name: string) => readFile(path.join(folder, name), 'utf8');
    expect(await log('logs/gateway.log')).to.match(
      /"event":"stopping".*"signal":"SIGTERM"|"signal":"SIGTERM".*"event":"stopping"/,
    );
    expect(await log('redis.log')).to.match(/Redis is now ready to exit, bye bye/);
  });
});

describe('a command whose standard output is lost', () => {
  const outcome = async (redirection: string) => {
    await compiled();
    const line = `set -o pipefail; "$0" cli/counterfoil.js doctor ${redirection}`;
    const { code, stderr } = await new Running('bash', ['-c', line, process.execPath], { env: nowhere })
      .ended;
    return { code, stderr };
  };

  it('says so when the disk is full', async () => {
    expect(await outcome('> /dev/full')).to.deep.equal({
      code: 1,
      stderr: "counterfoil: the command was run, but standard output can't be written (ENOSPC)\n",
    });
  });

  it('ends without a message when its reader has ended', async () => {
    expect(await outcome('| true')).to.deep.equal({ code: 1, stderr: '' });
  });
});
