import { utimes } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Run } from '../../../importer/journal/runs.ts';
import { summaryOf } from '../../support/imports.ts';
import { residentBytesOf } from '../../support/processResources.ts';
import type { Ended, Running } from '../../support/running.ts';
import { database } from '../../support/servers.ts';
import { withImports } from '../../support/withImports.ts';

/**
 * `UNDO_ROWS=1000000 npm test -- test/importer/history/killedUndo.slow.test.ts -g former` prints the time and memory of each
 * step.
 */
const rowsGiven = process.env.UNDO_ROWS;
const count = Number(rowsGiven ?? 4_000);
const added = count / 10;
/** Counting the changed rows reads all of them. */
const pollMs = Math.max(20, count / 500);

const update = ['articles', 'list.csv', '--on-existing', 'update', '--json', '--quiet'];

describe('an update and its undo, each killed in the middle (kills imports) [import-undone]', function () {
  this.timeout(120_000 + count * 20);
  const imports = withImports();
  beforeEach(async () => {
    await imports.write('list.csv', csv(count, 0));
    await imports.run(...update);
    await imports.write('list.csv', csv(count + added, 1));
  });

  const csv = (rows: number, more: number) =>
    `external_ident,article_title,article_price,article_tax_rate\n${Array.from(
      { length: rows },
      (_, index) => `row-${index},Tee ${index},${100 + (index % 100) + (index % 10 === 0 ? 0 : more)},7`,
    ).join('\n')}\n`;

  /** Counts and adds up an account's articles, without what each change moves. */
  async function checksum(): Promise<unknown> {
    const columns =
      'article_ident, external_ident, article_nr, article_title, article_price, article_tax_rate';
    const sum = `COUNT(*) AS count, BIT_XOR(CRC32(CONCAT_WS('|', ${columns}))) AS checksum`;
    const [row] = await database()('articles')
      .where({ account_id: imports.account.id })
      .select(database().raw(sum));
    return { ...row };
  }

  const changed = async (): Promise<number> => {
    const [row] = await database()('articles')
      .where({ account_id: imports.account.id })
      .whereRaw('article_price <> 100 + MOD(CAST(SUBSTRING(external_ident, 5) AS UNSIGNED), 100)')
      .count({ count: '*' });
    return Number(row?.count);
  };

  async function killedWhen(running: Running, isDue: (changed: number) => boolean): Promise<void> {
    while (!isDue(await changed())) {
      if (running.child.exitCode !== null) throw new Error(`it ended before: ${running.printed}`);
      await delay(pollMs);
    }
    await running.stop('SIGKILL');
  }

  /** Runs a command to its end, and prints what it took if the number of rows was given. */
  async function measured(step: string, ...parameters: readonly string[]): Promise<Ended> {
    const startedAt = performance.now();
    const running = await imports.start(...parameters);
    let bytes = 0;
    while (running.child.exitCode === null) {
      bytes = Math.max(bytes, residentBytesOf(running.pid));
      await Promise.race([delay(pollMs), running.ended]);
    }
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    if (rowsGiven !== undefined)
      process.stdout.write(`    ${step}: ${seconds} s, ${Math.round(bytes / 1024 ** 2)} MiB\n`);
    return running.ended;
  }

  it('ends with the planned and the former table', async () => {
    const before = await checksum();
    const planned = summaryOf(await measured('dry run', ...update, '--dry-run'));

    await killedWhen(await imports.start(...update), (rows) => rows > count / 3);
    const applied = await measured('rest of the update', ...update);
    const after = await checksum();
    await killedWhen(await imports.start('undo', '2'), (rows) => rows < count / 2);
    const undone = await measured('rest of the undo', 'undo', '2', '--json');
    const restored = await checksum();
    const emptied = await measured('undo of the import before it', 'undo', '1', '--json');

    const updated = count * 0.9;
    expect(planned).to.include({ updated, created: added, unchanged: count / 10, refused: 0 });
    expect(summaryOf(applied), applied.stderr).to.include({ updated, created: added, refused: 0, run: 2 });
    expect(after).to.deep.include({ count: count + added });
    expect(summaryOf(undone), undone.stderr).to.include({
      restored: updated,
      removed: added,
      left: 0,
      gone: 0,
    });
    expect(restored).to.deep.equal(before);
    expect(summaryOf(emptied), emptied.stderr).to.include({ removed: count, left: 0, gone: 0 });
    expect(await checksum()).to.include({ count: 0 });
  });

  it('undoes an import that was killed and never continued, which then starts anew', async () => {
    const before = await checksum();
    await killedWhen(await imports.start(...update), (rows) => rows > count / 3);

    const listed = await imports.run('history');
    const undone = await imports.run('undo', '2', '--json');
    const restored = await checksum();
    const anew = await imports.run(...update);

    expect(listed.stdout).to.match(/ 2 {2}.* {2}interrupted, or running {2}/);
    expect(summaryOf(undone), undone.stderr).to.include({ left: 0, gone: 0 });
    expect(restored).to.deep.equal(before);
    expect(summaryOf(anew), anew.stderr).to.include({ updated: count * 0.9, created: added, run: 3 });
  });

  it('undoes an import that was killed, and then started over with --restart', async () => {
    const before = await checksum();
    await killedWhen(await imports.start(...update), (rows) => rows > count / 3);

    const anew = await imports.run(...update, '--restart');
    const undone = [await imports.run('undo', '3', '--json'), await imports.run('undo', '2', '--json')];

    expect(summaryOf(anew), anew.stderr).to.include({ isFinished: true, refused: 0, run: 3 });
    for (const each of undone) expect(summaryOf(each), each.stderr).to.include({ left: 0 });
    expect(await checksum()).to.deep.equal(before);
  });

  describe('of an import that deletes what is missing', () => {
    const deleting = [...update, '--delete-missing', '--max-delete', '60%'];
    const stored = async () => {
      const [row] = await database()('articles')
        .where({ account_id: imports.account.id })
        .count({ count: '*' });
      return Number(row?.count);
    };
    beforeEach(() => imports.write('list.csv', csv(count / 2, 1)));

    it('deletes nothing in a run that continues, and all in one from the beginning', async () => {
      await killedWhen(await imports.start(...deleting), (rows) => rows > count / 5);
      await killedWhen(await imports.start(...update), (rows) => rows > count / 3);

      const other = await imports.run(...deleting, '--source', 'other');
      const continued = await imports.run(...deleting);
      const between = await stored();
      const running = await imports.start(...deleting, '--restart');
      while ((await stored()) > count * 0.9) await delay(pollMs);
      await running.stop('SIGKILL');
      const killed = await stored();
      const again = await imports.run(...deleting);
      const left = await stored();
      const ended = await imports.run(...deleting, '--restart');
      const undone = [await imports.run('undo', '4', '--json'), await imports.run('undo', '3', '--json')];

      expect(other.stderr).to.match(/differs from this one in --source/);
      for (const { code, stderr } of [continued, again]) {
        expect(code).to.equal(1);
        expect(stderr).to.match(/nothing was deleted.*from the beginning with --restart --delete-missing/);
      }
      expect(between).to.equal(count);
      expect(killed).to.be.within(count / 2 + 1, count - 1);
      expect(left).to.equal(killed);
      expect(summaryOf(ended).missing, ended.stderr).to.include({ deleted: killed - count / 2, kept: 0 });
      for (const each of undone) expect(summaryOf(each), each.stderr).to.include({ left: 0 });
      expect(await stored()).to.equal(count);
    });

    it('ends the deletion when a later import of the list begins meanwhile', async () => {
      const named = ['--source', 'shop'];
      await imports.run('undo', '1');
      await imports.write('shop.csv', csv(count, 0));
      await imports.run('articles', 'shop.csv', ...named);
      const running = await imports.start(...deleting, ...named);
      while ((await stored()) === count) await delay(5);
      running.child.kill('SIGSTOP');
      await imports.write('newer.csv', csv(3, 1));
      await imports.run('articles', 'newer.csv', ...named);
      running.child.kill('SIGCONT');

      const { code, stderr } = await running.ended;
      const left = await stored();
      const runs: readonly Run[] = JSON.parse((await imports.run('history', '--json')).stdout);
      const undone = await imports.run('undo', '3', '--json');

      expect(code).to.equal(1);
      expect(stderr).to.match(
        /the deletion ended after \d+ records, since a later import of the list, run 4, has begun/,
      );
      expect(left).to.be.within(count / 2 + 1, count - 1);
      expect(runs.find(({ number }) => number === 3)).to.include({ deleted: count - left });
      expect(summaryOf(undone), undone.stderr).to.include({ left: 0 });
      expect(await stored()).to.equal(count);
    });

    for (const [what, meanwhile, reason] of [
      [
        'when the file changes meanwhile',
        () => utimes(imports.path('list.csv'), 1e9, 1e9),
        /nothing was deleted, since the file has changed during its import/,
      ],
      [
        'when a later import of the list begins meanwhile',
        async () => {
          await imports.write('newer.csv', csv(3, 1));
          await imports.run('articles', 'newer.csv', '--source', 'shop');
        },
        /nothing was deleted, since a later import of the list, run 4, has begun/,
      ],
    ] as const)
      it(`deletes nothing ${what}`, async () => {
        await imports.run('undo', '1');
        await imports.write('shop.csv', csv(count, 0));
        await imports.run('articles', 'shop.csv', '--source', 'shop');
        const running = await imports.start(...deleting, '--source', 'shop');
        while ((await changed()) === 0) await delay(pollMs);
        running.child.kill('SIGSTOP');
        await meanwhile();
        running.child.kill('SIGCONT');

        const { code, stderr } = await running.ended;

        expect(code).to.equal(1);
        expect(stderr).to.match(reason);
        expect(await stored()).to.equal(count);
      });
  });

  it('continues a planned import after another dry run has replaced the plan', async () => {
    const planned = [...update, '--plan', 'list.plan'];
    const before = await checksum();
    await imports.run(...planned, '--dry-run');
    await killedWhen(await imports.start(...planned), (rows) => rows > count / 3);
    await imports.run(...planned, '--dry-run');

    const ended = await imports.run(...planned);
    const undone = await imports.run('undo', '2', '--json');

    expect(summaryOf(ended), ended.stderr).to.include({ isFinished: true, refused: 0 });
    expect(summaryOf(undone), undone.stderr).to.include({ restored: count * 0.9, removed: added, left: 0 });
    expect(await checksum()).to.deep.equal(before);
  });
});
