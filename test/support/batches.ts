import { expect } from 'chai';
import type { Envelope } from '../../shared/wire/envelope.ts';
import type { TestAccount } from './account.ts';

type Data = Readonly<Record<string, unknown>>;
export type Result = Envelope<Data | null>;

/** Data of a batch's answer. */
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

/** The ident that a result gave to an article. */
export function articleIdent({ data }: Result): unknown {
  return data?.article_ident;
}
