import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { Lock } from '../../../../shared/runtime/process/lock.ts';
import { cleanUp, emptyFolder } from '../../../support/dataFolders.ts';
import { thrownBy } from '../../../support/thrown.ts';

const locking = `
  const { Lock } = await import('./shared/runtime/process/lock.ts');
  await Lock.take(process.argv[1], 'the same file is being imported');
  process.stdout.write('taken');
  setInterval(() => {}, 1000);
`;

describe('the lock of an import', () => {
  let file: string;
  beforeEach(async () => {
    file = path.join(await emptyFolder(), 'list.csv.journal.lock');
  });
  after(cleanUp);

  const owner = async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', locking, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  };
  const refusal = () => thrownBy(() => Lock.take(file, 'the same file is being imported'));

  it('is taken once', async () => {
    const lock = await Lock.take(file, 'the same file is being imported');
    const refused = await refusal();
    await lock.release();
    await lock.release();
    const again = await Lock.take(file, 'the same file is being imported');
    await again.release();

    expect(refused).to.match(
      /^the same file is being imported by process \d+: wait until it ends, or stop it$/,
    );
  });

  it('is taken by one of many that find abandoned sockets', async () => {
    for (let round = 0; round < 20; round += 1) {
      await abandonSocket(`${file}.00000000`);
      const takes = Array.from({ length: 6 }, async (_, index) => {
        for (let turn = 0; turn < index * (round % 5); turn += 1) await setImmediate();
        return Lock.take(file, 'the same file is being imported');
      });

      const results = await Promise.allSettled(takes);

      const locks = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      await Promise.all(locks.map((lock) => lock.release()));
      expect(locks, `round ${round}`).to.have.length(1);
    }
    expect(await readdir(path.dirname(file))).to.deep.equal([]);
  });

  for (const form of ['list.lock', './list.lock', '../NAME/list.lock'])
    it(`is taken once by a relative path such as ${form}, and leaves other files`, async () => {
      const folder = path.dirname(file);
      const relative = path.relative('.', folder);
      await writeFile(path.join(folder, 'list.lock.txt'), 'of a user');
      const named = form.startsWith('.')
        ? `./${relative}/${form.replace('NAME', path.basename(folder))}`
        : path.join(relative, form);

      const lock = await Lock.take(named, 'the same file is being imported');
      const refused = await thrownBy(() =>
        Lock.take(path.join(folder, 'list.lock'), 'the same file is being imported'),
      );
      await lock.release();

      expect(refused).to.match(/is being imported by process/);
      expect(await readdir(folder)).to.deep.equal(['list.lock.txt']);
    });

  it('lets other users ask who has it', async () => {
    const lock = await Lock.take(file, 'the same file is being imported');
    const [name = ''] = await readdir(path.dirname(file));
    const { mode } = await stat(path.join(path.dirname(file), name));
    await lock.release();

    expect(mode & 0o666).to.equal(0o666);
  });

  it("names the file where it can't be", async () => {
    file = path.join(path.dirname(file), 'missing', 'a.lock');

    expect(await refusal()).to.match(/missing\/a\.lock can't be created \(E[A-Z]+\)$/);
  });

  it('names the process that has it, also when that one is stopped', async () => {
    const child = await owner();
    const running = await refusal();
    child.kill('SIGSTOP');
    const stopped = await refusal();
    child.kill('SIGKILL');
    await once(child, 'exit');

    expect(running).to.include(`process ${child.pid}`);
    expect(stopped).to.match(/another process/);
  });

  it('ends with a process that is killed, even while nobody has collected it', async () => {
    // A shell that never waits: its killed child stays a zombie, as in a container without an init.
    const line = `"$0" --import tsx --input-type=module -e "$1" "$2" & echo " $! "; exec tail -f /dev/null`;
    const shell = spawn('sh', ['-c', line, process.execPath, locking, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const text of shell.stdout) {
      output += String(text);
      if (output.includes('taken')) break;
    }
    const pid = Number(/ (\d+) /.exec(output)?.[1]);
    process.kill(pid, 'SIGKILL');

    const lock = await untilTaken();

    expect(process.kill(pid, 0), 'the process is a zombie').to.equal(true);
    await lock.release();
    shell.kill('SIGKILL');
  });

  it('works where the path is too long for a socket', async () => {
    file = path.join(path.dirname(file), `${'long'.repeat(40)}.lock`);
    const lock = await Lock.take(file, 'the same file is being imported');
    const refused = await refusal();
    await lock.release();

    expect(refused).to.match(/being imported/);
  });

  /** Leaves a socket as a killed process does. */
  async function abandonSocket(socket: string): Promise<void> {
    const server = net.createServer().listen(`${socket}.open`);
    await once(server, 'listening');
    await rename(`${socket}.open`, socket);
    server.close();
    await once(server, 'close');
  }

  async function untilTaken(): Promise<Lock> {
    for (;;) {
      const lock = await Lock.take(file, 'the same file is being imported').catch(() => undefined);
      if (lock) return lock;
    }
  }
});
