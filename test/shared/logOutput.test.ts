import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { LogOutput, lostLogLines } from '../../shared/runtime/process/logOutput.ts';
import { SmallDisk } from '../support/smallDisk.ts';
import { until } from '../support/until.ts';

const line = '{"event":"request"}\n';

/** Whole lines of a file. */
async function linesOf(file: string): Promise<number> {
  return (await readFile(file, 'utf8')).split('\n').length - 1;
}

describe('log', () => {
  it("stays in its file if the next one can't be opened", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-log-'));
    const file = path.join(folder, 'role.log');
    const output = new LogOutput(() => {});
    output.reopen(file);

    output.reopen(path.join(folder, 'missing', 'role.log'));
    output.write(line);

    await until(async () => (await linesOf(file)) === 1);
    output.reopen(devNull);
    await rm(folder, { recursive: true });
  });
});

describe('log whose reader has stopped reading', () => {
  it('keeps a bounded number of lines, counts the others, and goes on when they are read', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-log-'));
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // A process of its own: a read that waits would keep that of the tests from ending.
    const reader = spawn('sh', ['-c', 'exec 3< "$0"; read go; exec cat <&3', pipe]);
    let text = '';
    reader.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    const reported: number[] = [];
    const output = new LogOutput((lines) => reported.push(lines));
    output.reopen(pipe);
    const before = lostLogLines();

    for (let times = 0; times < 1_000; times += 1) output.write(line.repeat(1_000));
    const lost = lostLogLines() - before;
    reader.stdin.write('go\n');
    await until(() => reported.length > 0);
    output.end('{"event":"last"}\n');
    await until(() => text.endsWith('"last"}\n'));
    reader.kill();

    expect(lost).to.be.within(500_000, 999_000);
    expect(reported).to.deep.equal([lost]);
    expect(text).to.equal(`${line.repeat(1_000_000 - lost)}{"event":"last"}\n`);
    await rm(folder, { recursive: true });
  });
});

describe('log on a full disk', () => {
  let disk: SmallDisk | undefined;
  before(async () => {
    disk = await SmallDisk.mount(1);
  });
  after(async () => {
    await disk?.free();
    // The logs on it are closed in the background.
    await until(async () => (await disk?.unmount().catch(() => 'busy')) !== 'busy');
  });

  it('loses lines, counts them, and goes on with whole lines when there is room', async function () {
    if (!disk) this.skip(); // this user may not mount a disk
    const file = path.join(disk.folder, 'role.log');
    const reported: number[] = [];
    const output = new LogOutput((lines) => reported.push(lines));
    output.reopen(file);
    const before = lostLogLines();
    await disk.fill();

    await until(() => {
      output.write(line);
      return lostLogLines() > before;
    });
    await disk.free();
    await until(() => reported.length > 0);
    output.write('{"event":"last"}\n');
    await until(async () => (await readFile(file, 'utf8')).endsWith('"last"}\n'));

    expect(reported).to.deep.equal([lostLogLines() - before]);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines.every((one) => one.endsWith('}') && one.startsWith('{'))).to.equal(true);
    output.reopen(devNull);
  });

  it('goes on in the new file that it was told to use meanwhile, and counts every line that is in neither', async function () {
    if (!disk) this.skip();
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'counterfoil-log-'));
    const next = path.join(elsewhere, 'role.log');
    const file = path.join(disk.folder, 'rotated.log');
    const reported: number[] = [];
    const output = new LogOutput((lines) => reported.push(lines));
    output.reopen(file);
    const before = lostLogLines();
    let written = 0;
    await disk.fill();
    await until(() => {
      output.write(line.repeat(100));
      written += 100;
      return lostLogLines() > before;
    });

    output.reopen(next);
    await disk.free();
    output.write('{"event":"last"}\n');
    await until(async () => (await readFile(next, 'utf8')) === '{"event":"last"}\n');

    expect(reported).to.deep.equal([written - (await linesOf(file))]);
    expect(lostLogLines() - before).to.equal(reported[0]);
    output.end('');
    await rm(elsewhere, { recursive: true });
  });

  it('does not block the process when it is told to use a new file, and the disk has just become full', async function () {
    if (!disk) this.skip();
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'counterfoil-log-'));
    const next = path.join(elsewhere, 'role.log');
    const file = path.join(disk.folder, 'just.log');
    const reported: number[] = [];
    const output = new LogOutput((lines) => reported.push(lines));
    output.reopen(file);
    await disk.fill();

    for (let times = 0; times < 20; times += 1) output.write(line.repeat(1_000));
    output.reopen(next);
    output.write(line);
    await until(async () => (await readFile(next, 'utf8')) === line);
    await until(() => reported.length > 0);

    expect(reported).to.deep.equal([20_000 - (await linesOf(file))]);
    await disk.free();
    output.reopen(devNull);
    await rm(elsewhere, { recursive: true });
  });

  it('that is stopped when the disk has just become full loses its last line', async function () {
    if (!disk) this.skip();
    const file = path.join(disk.folder, 'last.log');
    const output = new LogOutput(() => {});
    output.reopen(file);
    await disk.fill();

    output.end(line);

    await disk.free();
    expect(await readFile(file, 'utf8')).to.equal('');
  });

  it('that is stopped while the disk is full ends', async function () {
    if (!disk) this.skip();
    const output = new LogOutput(() => {});
    output.reopen(path.join(disk.folder, 'stopped.log'));
    const before = lostLogLines();
    await disk.fill();
    await until(() => {
      output.write(line);
      return lostLogLines() > before;
    });

    output.end(line);

    await disk.free();
  });
});
