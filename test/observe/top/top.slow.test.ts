// @early: one of the slowest.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { newId } from '../../../shared/contract/values/idents.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { connectToSend } from '../../../shared/runtime/redis/redis.ts';
import { statusReportsKey } from '../../../shared/wire/status/processStatus.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { type Cluster, startCluster, workerSettings } from '../../support/cluster.ts';
import { compiled, expectError, run } from '../../support/command.ts';
import type { Program } from '../../support/debianPrograms.ts';
import { load } from '../../support/load.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { allGone, descendantsOf } from '../../support/processes.ts';
import { startRole } from '../../support/roleProcess.ts';
import { publishStatus } from '../../support/statusReports.ts';
import { Tmux, tmuxProgram } from '../../support/tmux.ts';
import { until } from '../../support/until.ts';

const command = `${process.execPath} cli/counterfoil.js top`;
const isShown = /\nq quit .*\d\d:\d\d:\d\d\n$/;

/** Marks the first screen, and shows the settings of the terminal. */
const settings = 'stty -g | cksum';
const mark = `clear; echo before; ${settings}`;

describe('counterfoil top (a terminal whose figures change every two seconds)', function () {
  this.timeout(120_000);
  const terminals: Tmux[] = [];
  let program: Program | undefined;
  let folder: string;
  let own: PrivateRedis;
  let cluster: Cluster;
  let account: TestAccount;
  let loading: Promise<unknown>;
  let isEnough = false;

  before(async function () {
    program = await tmuxProgram();
    if (!program) {
      process.stderr.write('the live view is not tested: install tmux, such as with "apt install tmux"\n');
      this.skip();
    }
    await compiled();
    folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-top-'));
    own = await startPrivateRedis();
    cluster = await startCluster({ redis: own.server.url });
    account = await newAccount({}, cluster);
    const other = await newAccount({}, cluster);
    const clients = [account.client, account.client, other.client];
    loading = load(clients, () => isEnough);
  });
  after(async () => {
    for (const terminal of terminals) await terminal.close();
    isEnough = true;
    await loading;
    await cluster?.stop();
    await own?.remove();
    if (folder) await rm(folder, { recursive: true });
  });

  async function terminal(env: Readonly<Record<string, string>> = {}): Promise<Tmux> {
    const opened = await Tmux.start(program as Program, [80, 24], { REDIS_URL: own.server.url, ...env });
    terminals.push(opened);
    return opened;
  }

  /** Starts it behind the mark; resolves to the first screen of before. */
  async function startIn(tmux: Tmux): Promise<string> {
    await tmux.type(mark);
    const before = await tmux.shows(/^before\n\d+ \d+\n\$/);
    await tmux.type(`${command}; ${settings}`);
    await tmux.shows(isShown);
    return before.trimEnd();
  }

  /** Expects the first screen as it was, and below it the command and the same settings of the terminal. */
  async function expectRestored(tmux: Tmux, before: string): Promise<void> {
    const [, former = ''] = before.split('\n');
    const ended = await tmux.shows(new RegExp(`\\n${former}\\n\\$\\s*$`));
    expect(ended).to.satisfy((screen: string) => screen.startsWith(`before\n${former}\n$ `));
    expect(ended).not.to.match(/QUEUE|q quit/);
    expect(await tmux.isOnSecondScreen()).to.equal(false);
  }

  async function close(tmux: Tmux): Promise<void> {
    await tmux.close();
    terminals.splice(terminals.indexOf(tmux), 1);
  }

  it('shows the calls of a load: diagnosis, sums, what is stored, and each table', async () => {
    const tmux = await terminal();
    await startIn(tmux);
    await tmux.resize(130, 50);

    const screen = await tmux.shows(/^article +1 +[1-9]\d* [^]*\narticle\.create +[1-9]\d* [^]*\nacc_/m);

    expect(screen).to.match(/^Diagnosis: .*\n/);
    expect(screen).to.match(
      /\n\d+ calls\/s  p99 .*  oldest .*  \d+ waiting  \d+ active  [\d.]+ sets\/s  p50 /,
    );
    expect(screen).to.match(/\nredis \d+ % busy, .*iB/);
    expect(screen)
      .to.match(/\ngateway +.* \d+ % .*\n/)
      .and.to.match(/\nworker all +.* \d+ % /);
    await tmux.shows(
      new RegExp(
        `\\nACCOUNT +CALLS +ANSWERED +SHARE▼\\n${account.accountIdent} +\\d+ +[\\d.]+ \\w+/s +6\\d %`,
      ),
    );
    await close(tmux);
  });

  it('shows what fits after each change of the size', async () => {
    const tmux = await terminal();
    await startIn(tmux);
    expect(await tmux.shows(/\nACCOUNT /)).not.to.include('SETS/S');

    await tmux.resize(160, 50);
    await tmux.shows(/ SETS\/S .* ACTIVE /);
    await tmux.resize(50, 12);
    const small = await tmux.shows(/^Diagnosis: [^]*\nQUEUE [^]*\nq quit .*\n$/);

    expect(small.split('\n').slice(0, -1)).to.have.length(12);
    expect(small).not.to.include('\nACCOUNT');
    await close(tmux);
  });

  it('shows the same until p is pressed again, while another one goes on', async () => {
    const [tmux, running] = [await terminal(), await terminal()];
    await Promise.all([startIn(tmux), startIn(running)]);

    await tmux.press('p');
    const paused = await tmux.shows(/^Paused at/);
    const seen = new Set<string>();
    await until(async () => seen.add(/\d\d:\d\d:\d\d\n$/.exec(await running.screen())?.[0] ?? '').size >= 4);
    expect(await tmux.screen()).to.equal(paused);

    await tmux.press('p');
    await until(async () => {
      const screen = await tmux.screen();
      return !screen.startsWith('Paused') && screen.slice(-9) !== paused.slice(-9);
    });
    await Promise.all([close(tmux), close(running)]);
  });

  for (const key of ['q', 'C-c'])
    it(`leaves the terminal as it was after ${key}, also if its size has changed`, async () => {
      const tmux = await terminal();
      const before = await startIn(tmux);
      expect(await tmux.isOnSecondScreen()).to.equal(true);
      await tmux.resize(160, 50);
      await tmux.shows(/ SETS\/S /);

      await tmux.press(key);

      await expectRestored(tmux, before);
      await close(tmux);
    });

  it('leaves the terminal as it was after SIGTERM', async () => {
    const tmux = await terminal();
    const before = await startIn(tmux);

    for (const { pid } of descendantsOf(await tmux.pid())) process.kill(pid, 'SIGTERM');

    await expectRestored(tmux, before);
    await close(tmux);
  });

  it('leaves the terminal as it was after an error, and prints it', async () => {
    const file = path.join(folder, 'breaks.cjs');
    await writeFile(file, "process.once('SIGUSR2', () => { throw new Error('broken on purpose'); });");
    const tmux = await terminal({ NODE_OPTIONS: `--require=${file}` });
    const before = await startIn(tmux);

    for (const { pid } of descendantsOf(await tmux.pid())) process.kill(pid, 'SIGUSR2');

    await tmux.shows(/Error: broken on purpose/);
    await expectRestored(tmux, before);
    await close(tmux);
  });

  it('ends when its terminal is closed', async () => {
    const tmux = await terminal();
    await startIn(tmux);
    const started = descendantsOf(await tmux.pid());

    await close(tmux);

    await allGone(started);
  });

  it('shows names that other programs have chosen as plain text', async () => {
    const redis = connectToSend(own.server.url, ignoreEvents);
    await until(() => redis.status === 'ready');
    const id = newId();
    await publishStatus(redis, { id, title: 'worker \u001b[2J\u001b[31m\r茶' });
    const tmux = await terminal();
    await startIn(tmux);
    await tmux.press('Tab', 'Tab', 'Enter');

    await tmux.shows(/^Diagnosis: [^]*\nworker \?\[2J\?\[31m\?\? /);
    await redis.hdel(statusReportsKey, id);
    redis.disconnect();
    await close(tmux);
  });

  it('says that a killed worker does not report, until it is started again', async () => {
    const { redisUrl: REDIS_URL, databaseUrl: DATABASE_URL } = workerSettings(own.server.url);
    const worker = await startRole('worker order', { env: { REDIS_URL, DATABASE_URL, LOG_LEVEL: 'silent' } });
    const tmux = await terminal();
    await startIn(tmux);
    await tmux.resize(130, 50);
    await tmux.shows(/\nworker order {2,}/);

    worker.signal('SIGKILL');
    await tmux.shows(/worker order \(PID \d+ on .*\) has [^]*\nworker order: no report for \d+s/);
    await worker.stop();
    await worker.start();
    const back = await tmux.shows(/^(?![^]*worker order: no report)[^]*\nworker order {2,}/);

    expect(back).not.to.match(/PID \d+ on/);
    await worker.stop();
    await close(tmux);
  });

  it('says since when Redis is away, and goes on when it is back', async () => {
    const tmux = await terminal();
    await startIn(tmux);

    await own.server.stop();
    const away = await tmux.shows(/^Redis has not answered since \d\d:\d\d:\d\d/);
    expect(away).to.include('What is shown was read at').and.to.include('\nQUEUE');
    await own.server.start();

    await tmux.shows(/^Diagnosis: [^]*\narticle +1 +[1-9]/);
    await close(tmux);
  });

  it('begins while Redis is away, and shows the service when it is there', async () => {
    await own.server.stop();
    const tmux = await terminal();
    await tmux.type(command);
    await tmux.shows(/^Redis has not answered since .*Nothing was read before/s);

    await own.server.start();

    await tmux.shows(/^Diagnosis: [^]*\nQUEUE/);
    await close(tmux);
  });

  it('names other commands where there is no terminal', async () => {
    expectError(
      await run(['top'], { env: { REDIS_URL: own.server.url } }),
      /^the live view needs a terminal: .*`counterfoil status --watch`.*`counterfoil status --json`/,
    );
  });
});
