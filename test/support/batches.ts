import { expect } from 'chai';
import type { Envelope } from '../../shared/wire/envelope.ts';
import type { TestAccount } from './account.ts';

type Data = Readonly<Record<string, unknown>>;
export type Result = Envelope<Data | null>;

export interface BatchData {
  readonly results: readonly Result[];
  readonly codes: readonly string[];
}

/** An entry of a batch, good or not. */
export interface Entry {
  readonly method: string;
  readonly data: Data;
  readonly key?: string;
}

/** Runs a batch and returns its results; fails when it was not run. */
export async function runBatch(
  account: TestAccount,
  operations: readonly unknown[],
  idempotencyKey?: string,
): Promise<readonly Result[]> {
  const { status, code, envelope } = await account.send('batch.run', { operations }, idempotencyKey);
  const { data, ...others } = envelope as Envelope<BatchData>;
  expect({ status, code, ...others }).to.deep.equal({
    status: 200,
    code: '',
    response: true,
    method: 'batch.run',
    message: 'batch finished',
  });
  expect(data).to.have.all.keys('results', 'codes');
  expect(data.codes).to.have.length(data.results.length);
  return data.results;
}

/** Creates of so many articles, told apart by their titles. */
export function teas(count: number, more: object = {}): readonly Entry[] {
  return Array.from({ length: count }, (_, index) => ({
    method: 'article.create',
    data: { article_title: `No. ${index}`, ...more },
  }));
}

export function articleIdent({ data }: Result): unknown {
  return data?.article_ident;
}

/** Data of the answer to an atomic batch of which nothing was done. */
interface UndoneData extends BatchData {
  readonly code: string;
  /** Index of the first refused entry. */
  readonly entry: number;
}

/** Runs an atomic batch that is done, and returns its results. */
export async function runAtomic(
  account: TestAccount,
  operations: readonly unknown[],
  idempotencyKey?: string,
): Promise<readonly Result[]> {
  const { status, code, envelope } = await account.send(
    'batch.run',
    { atomic: true, operations },
    idempotencyKey,
  );
  expect({ status, code, message: envelope.message }).to.deep.equal({
    status: 200,
    code: '',
    message: 'batch finished',
  });
  const { results, codes } = envelope.data as BatchData;
  expect(codes).to.deep.equal(results.map(() => ''));
  return results;
}

/** Runs an atomic batch that is refused, and returns its message, and the codes and messages of its entries. */
export async function refusedAtomic(
  account: TestAccount,
  operations: readonly unknown[],
  idempotencyKey?: string,
) {
  const answer = await account.send('batch.run', { atomic: true, operations }, idempotencyKey);
  expect({ status: answer.status, code: answer.code }).to.deep.equal({ status: 200, code: 'batch_refused' });
  const { response, method, message } = answer.envelope;
  expect({ response, method }).to.deep.equal({ response: false, method: 'batch.run' });
  const { code, entry, results, codes } = answer.envelope.data as UndoneData;
  expect(code).to.equal('batch_refused');
  expect(results.map((result) => result.response)).to.deep.equal(codes.map(() => false));
  return { message, entry, codes, messages: results.map((result) => result.message), results };
}
