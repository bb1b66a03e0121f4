import { expect } from 'chai';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { blocksOf } from '../docs/documents.ts';
import { compiled } from '../support/command.ts';
import { databaseServer } from '../support/databaseEngine.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { deployRedisUser, startDeployedDatabase } from '../support/deployed.ts';
import { freePort } from '../support/ports.ts';
import type { PrivateDatabase } from '../support/privateDatabase.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';
import { RollingLoad } from '../support/rollingLoad.ts';
import { canStartSystemd, SystemdHost } from '../support/systemdHost.ts';
import { until } from '../support/until.ts';

const blocks = blocksOf('docs/deploying.md');
const files = '/etc/counterfoil';

/** The commands of docs/deploying.md that match. */
function documented(text: RegExp): string {
  const [found, ...others] = blocks.filter((block) => block.language === 'sh' && text.test(block.text));
  if (!found || others.length > 0) throw new Error(`docs/deploying.md has not one block with ${text}`);
  return found.text;
}

const settings = documented(/export REDIS_URL_FILE/)
  .split('\n')
  .filter((line) => !line.startsWith('npx'))
  .join('\n');

/** A line of `counterfoil doctor` without what differs from server to server. */
const shapeOf = (line: string) =>
  line
    .replace(/(?:MariaDB|MySQL) /, '')
    .replaceAll(/\d[\d.]*/g, 'N')
    .replace(/(?:db|N):N/, 'SERVER');

/**
 * Systemd itself runs the units of deploy/systemd, in namespaces, and root types what the document says. With RESTART_SECONDS, all
 * roles are restarted again and again for so long.
 */
describe(`docs/deploying.md with systemd and ${databaseServer.name} (starts systemd and servers)`, function () {
  this.timeout(180_000 + 2_000 * Number(process.env.RESTART_SECONDS ?? 0));
  let database: PrivateDatabase;
  let redis: PrivateRedis;
  let host: SystemdHost;
  let load: RollingLoad;
  let firstCheck: string;
  let ports: readonly string[];

  /** Runs documented commands, with ports that are free here. */
  async function type(commands: string, code = 0): Promise<string> {
    const [first = '', second = ''] = ports;
    const ended = await host.bash(commands.replaceAll('8081', first).replaceAll('8082', second));
    expect(ended.code, ended.stdout + ended.stderr).to.equal(code);
    return ended.stdout;
  }

  const write = (file: string, text: string) => type(`cat > ${files}/${file} <<< '${text}'`);

  /** Process ids of the roles, by their units. */
  async function pids(): Promise<ReadonlyMap<string, string>> {
    const shown = await type(
      `systemctl show --property=Id,MainPID 'counterfoil-gateway@*' 'counterfoil-worker@*'`,
    );
    return new Map(
      [...shown.matchAll(/MainPID=(\d+)\nId=(\S+)/g)].map(([, pid = '', unit = '']) => [unit, pid]),
    );
  }

  /** Units whose process is another one than before. */
  async function restartedSince(before: ReadonlyMap<string, string>): Promise<string[]> {
    const now = await pids();
    return [...before.keys()].filter((unit) => now.get(unit) !== before.get(unit));
  }

  before(async function () {
    if (!canStartSystemd()) this.skip();
    ports = [`${await freePort()}`, `${await freePort()}`];
    [database, redis] = await Promise.all([startDeployedDatabase(), startPrivateRedis(), compiled()]);
    host = await SystemdHost.start();

    await type(documented(/useradd/));
    await write('redis_url', await deployRedisUser(redis.server));
    for (const user of ['worker', 'migrate', 'admin'])
      await write(`${user}_url`, database.urlAs(`counterfoil_${user}`, '127.0.0.1'));
    firstCheck = await type(`${settings}npx counterfoil doctor`, 1);
    await type(documented(/enable --now/));
    const account = /acc_\w+/.exec(await type(`${settings}npx counterfoil account create Muster`))?.[0];
    const app = await type(`${settings}npx counterfoil app create ${account}`);
    const [, app_id = '', api_secret = ''] = /app id +(\S+)\napi secret +(\S+)/.exec(app) ?? [];
    load = new RollingLoad({ app_id, api_secret });
    for (const port of ports) await load.add({ url: `http://127.0.0.1:${port}`, running: host });
    await load.answers(50);
  });
  after(async () => {
    await load?.stop();
    await host?.stop();
    await Promise.all([database?.remove(), redis?.remove()]);
    await cleanUp();
  });

  /** Calls go on meanwhile, and afterwards. */
  async function expectNoFailure(): Promise<void> {
    await load.answers(50);
    expect(load.failed).to.deep.equal([]);
  }

  it('show lines that `counterfoil doctor` prints before the migration', () => {
    const shown =
      blocks.find(({ heading, language }) => heading === 'Check' && language === 'text')?.text ?? '';

    expect(firstCheck.split('\n').map(shapeOf)).to.include.members(shown.trimEnd().split('\n').map(shapeOf));
  });

  it('keep the files that exist', async () => {
    const sums = () => type(`cd ${files} && sha256sum *_url secret_key`);
    const before = await sums();

    await type(documented(/useradd/));

    expect(await sums()).to.equal(before);
  });

  it('restart every role without a failed call', async () => {
    const before = await pids();

    const end = performance.now() + 1_000 * Number(process.env.RESTART_SECONDS ?? 0);
    let rounds = 0;
    do {
      await type(documented(/\^counterfoil-worker/));
      await type(documented(/\^counterfoil-gateway/));
      rounds += 1;
    } while (performance.now() < end);
    if (rounds > 1) printLine(`${rounds * before.size} restarts, ${load.answered} calls`);

    expect(await restartedSince(before))
      .to.deep.equal([...before.keys()])
      .and.to.have.length(9);
    await expectNoFailure();
  });

  it('stop at a role that does not come back, which systemd starts until it can', async () => {
    const before = await pids();
    const good = database.urlAs('counterfoil_worker', '127.0.0.1');
    await write('worker_url', 'no URL');
    // As on a machine where a role ends sooner: systemd gives up after five starts in ten seconds, unless the unit says otherwise.
    await type(`
      mkdir -p /etc/systemd/system/counterfoil-worker@.service.d
      printf '[Service]\\nRestartSec=50ms\\n' > /etc/systemd/system/counterfoil-worker@.service.d/soon.conf
      systemctl daemon-reload`);

    await type(documented(/\^counterfoil-worker/), 1);

    const [unit = '', ...others] = await restartedSince(before);
    expect(others).to.deep.equal([]);
    const show = (property: string) => type(`systemctl show --property=${property} --value ${unit}`);
    await until(async () => Number(await show('NRestarts')) > 6);
    await write('worker_url', good);
    await until(async () => (await show('ActiveState')) === 'active\n');
    await load.answers(50);
  });

  it('replace the secret key without a failed call', async () => {
    const drop = blocks.find(({ language }) => language === 'ini')?.text ?? '';
    await write('former.conf', drop.trimEnd());
    const readKey = () => type(`cat ${files}/secret_key`);
    const before = await readKey();
    const ready = ports.map((port) =>
      `curl --fail --silent --retry 30 --retry-delay 1 --retry-all-errors
      http://127.0.0.1:${port}/readyz`.replaceAll(/\s+/g, ' '),
    );
    const restartOthers = `${ready[0]} && systemctl restart counterfoil-gateway@8082 && ${ready[1]}\n`;

    await type(documented(/cp -p secret_key former_secret_key/));
    await type(documented(/secret_key &&\n.*openssl rand/));
    await type(documented(/^systemctl restart counterfoil-worker@webhook/) + restartOthers);
    await type(`${settings}${documented(/key rotate/)}`);
    await type(documented(/unset COUNTERFOIL_FORMER/).replace('unset', `${restartOthers}unset`));

    expect(await readKey()).not.to.equal(before);
    expect(await type(`ls ${files}`)).not.to.include('former_secret_key');
    await expectNoFailure();
  });
});
