// @alone: measures memory and waiting times.
import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import type { BatchData } from '../../support/batches.ts';
import { addArticles } from '../../support/manyRows.ts';
import { type Peaks, RolesUnderLoad } from '../../support/rolesUnderLoad.ts';
import { watched } from '../../support/waiting.ts';

const method = 'batch.run';
const mebibyte = 1_048_576;
const refusal = { code: 'answer_too_large', message: 'answer too large, read it by itself' };

describe('batches of large answers (16 MiB each)', () => {
  let roles: RolesUnderLoad;
  let account: TestAccount;
  let other: TestAccount;
  let atFirst: Peaks;
  before(async () => {
    roles = await RolesUnderLoad.start();
    account = await newAccount({}, roles.cluster);
    other = await newAccount({}, roles.cluster);
    await addArticles(account.id, 'S', 100, { article_description: 'x'.repeat(60_000) });
    await addArticles(account.id, 'small', 1);
    await addArticles(other.id, 'S', 1);
    atFirst = await roles.peaks();
  });
  after(() => roles.stop());

  const read = (article_sku: string) => ({
    method: 'article.read',
    data: { article_identifier: 'sku', article_sku },
  });
  const run = async (operations: readonly unknown[]) => {
    const { status, envelope } = await account.send(method, { operations });
    expect({ status, message: envelope.message }).to.deep.equal({ status: 200, message: 'batch finished' });
    return { bytes: Buffer.byteLength(JSON.stringify(envelope)), ...(envelope.data as BatchData) };
  };

  /** Reads of another client, one after the other while the work runs; resolves to the milliseconds of each. */
  const besideReads = async (work: Promise<unknown>) => {
    const waits: number[] = [];
    const { isSettled } = watched(work);
    while (!isSettled()) {
      const startedAt = performance.now();
      const { status } = await other.send('article.read', read('S').data);
      expect(status).to.equal(200);
      waits.push(performance.now() - startedAt);
    }
    return waits.toSorted((a, b) => a - b);
  };

  for (const count of [40, 80, 1_000])
    it(`of ${count} reads end no process, and other clients are answered [answers-bounded]`, async () => {
      const batch = run(Array.from({ length: count }, () => read('S')));

      const waits = await besideReads(batch);

      const { bytes, results, codes } = await batch;
      const answered = codes.filter((code) => code === '').length;
      expect(bytes).to.be.below(16 * mebibyte);
      expect(answered).to.be.within(28, 32);
      expect(new Set(codes)).to.deep.equal(new Set(['', refusal.code]));
      for (const [index, { response, message, data }] of results.entries())
        if (codes[index])
          expect({ response, message, data }).to.deep.include({
            response: false,
            data: { code: refusal.code },
            message: refusal.message,
          });
        else expect(data).to.include({ count: 100 });
      expect(roles.ended()).to.deep.equal([]);
      expect(waits.at(-1)).to.be.below(5_000);
      report(`${count} reads`, waits, await roles.peaks());
    });

  it('answer small reads and writes beside large reads', async () => {
    const small = Array.from({ length: 300 }, () => read('small'));
    const creates = Array.from({ length: 200 }, () => ({
      method: 'article.create',
      data: { article_title: 'Tea', article_description: 'y'.repeat(5_000) },
    }));
    const large = Array.from({ length: 100 }, () => read('S'));

    const { codes } = await run([...large, ...small, ...creates]);

    expect(codes.slice(100)).to.deep.equal(Array(500).fill(''));
    expect(codes.slice(0, 100).filter((code) => code === '').length).to.be.within(20, 32);
  });

  it('answer reads beyond an equal share while there is room', async () => {
    await addArticles(account.id, 'medium', 1, { article_description: 'x'.repeat(40_000) });

    const { codes, bytes } = await run([
      ...Array.from({ length: 700 }, () => read('small')),
      ...Array.from({ length: 300 }, () => read('medium')),
    ]);

    expect(codes.filter((code) => code !== '')).to.deep.equal([]);
    expect(bytes).to.be.within(12_000_000, 16 * mebibyte);
  });

  it('do not add up when several come at once', async () => {
    const batches = Promise.all(
      Array.from({ length: 6 }, () => run(Array.from({ length: 1_000 }, () => read('S')))),
    );

    const waits = await besideReads(batches);

    expect(roles.ended()).to.deep.equal([]);
    const peaks = await roles.peaks();
    report('6 batches of 1,000 reads', waits, peaks);
    expect(peaks.redis - atFirst.redis).to.be.below(100 * mebibyte);
    expect(peaks.gateway - atFirst.gateway).to.be.below(500 * mebibyte);
    expect(peaks.bulkWorker - atFirst.bulkWorker).to.be.below(400 * mebibyte);
  });

  const report = (what: string, waits: readonly number[], peaks: Peaks) => {
    if (!process.env.SHOW_PEAKS) return;
    const mib = Object.entries(peaks).map(([name, bytes]) => {
      const grown = bytes - atFirst[name as keyof Peaks];
      return `${name} ${Math.round(bytes / mebibyte)} (+${Math.round(grown / mebibyte)})`;
    });
    const p = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0);
    process.stdout.write(
      `      ${what}: ${mib.join(', ')} MiB; others p50 ${p(0.5)} p99 ${p(0.99)} max ${p(1)} ms\n`,
    );
  };
});
