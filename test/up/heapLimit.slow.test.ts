import { expect } from 'chai';
import { secretKey } from '../support/cluster.ts';
import { start } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';
import { descendantsOf, isRunning } from '../support/processes.ts';
import { redisUrl, servers } from '../support/servers.ts';

const probe = `--require ${process.cwd()}/test/support/heapProbe.cjs`;

describe('a role that is started without `up` (starts roles)', function () {
  this.timeout(60_000);
  after(cleanUp);

  async function startRole(command: string, NODE_OPTIONS: string) {
    const secrets = { COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'), REDIS_URL: redisUrl(15) };
    const env = {
      ...secrets,
      DATABASE_URL: servers().mariadb.url,
      PORT: `${await freePort()}`,
      NODE_OPTIONS,
    };
    const role = await start(command.split(' '), { env });
    await role.prints(/"event":"started"/);
    return role;
  }

  // V8 counts its young generation too, which has up to 192 MB in Node 24.
  const limits = [
    { command: 'gateway', options: probe, megabytes: [1_024, 1_250] },
    { command: 'worker article', options: probe, megabytes: [1_024, 1_250] },
    { command: 'gateway', options: `${probe} --max-old-space-size=300`, megabytes: [300, 525] },
  ];
  for (const {
    command,
    options,
    megabytes: [least = 0, max = 0],
  } of limits)
    it(`has a heap of ${least} MB: ${command} ${options.slice(probe.length)}`, async () => {
      const role = await startRole(command, options);

      const { code, stdout, stderr } = await role.stop();

      const [, pid] = /"pid":(\d+)/.exec(stdout) ?? [];
      const [, heap] = new RegExp(`heap of ${pid}: (\\d+)`).exec(stderr) ?? [];
      expect(code).to.equal(0);
      expect(Number(heap)).to.be.within(least, max);
    });

  it('ends when its child process is killed', async () => {
    const role = await startRole('worker article', '');
    const [child] = descendantsOf(role.pid);

    process.kill(child?.pid ?? Number.NaN, 'SIGKILL');

    expect((await role.ended).code).to.equal(1);
    expect(isRunning(child?.pid)).to.equal(false);
  });
});
