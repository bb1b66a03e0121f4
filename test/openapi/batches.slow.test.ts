import { expect } from 'chai';
import * as fc from 'fast-check';
import { waiting } from '../../docs/generate/openapi/beyondSchema.ts';
import { batchIn } from '../../gateway/batch/batch.run.ts';
import { readEntries } from '../../gateway/batch/readEntries.ts';
import { inSlices } from '../../gateway/json/work.ts';
import { namesOf } from '../../shared/contract/input/resourceNames.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { type AnyOperation, resourceOf } from '../../shared/contract/operations/operation.ts';
import { anyRequest, bodyOf, exampleOf, type Sent } from './sentRequests.ts';
import { awkwardValues } from './sentValues.ts';
import { openApiRequests, openApiSeed } from './settings.ts';
import { Document, schemaNamed } from './verdicts.ts';

/** An entry: its members as JSON, and those of its data if they are an object. */
interface SentEntry {
  readonly members: Sent;
  readonly contract?: AnyOperation;
  readonly data?: Sent;
}

const contracts: readonly AnyOperation[] = Object.values(publicOperations);
const documents = new Map(contracts.map((contract) => [contract.name, new Document(contract)]));
const isEntry = schemaNamed('BatchEntry');
const isBatch = schemaNamed('BatchRunRequest');
const tea = '{"method":"article.create","data":{"article_title":"Tea"}}';

describe(`batches that docs/openapi.json allows are accepted, and others refused (OPENAPI_SEED=${openApiSeed}) (many drawn requests)`, function () {
  this.timeout(60_000 + openApiRequests);

  it('as a whole', async () => {
    const lists = [0, 1, 2, 1_000, 1_001].map(
      (count) => `[${Array.from({ length: count }, () => tea).join(',')}]`,
    );
    const bodies = [
      '{}',
      ...[...lists, 'null', '""', '{}', '"x"', '1', 'true', `{"0":${tea},"length":1}`].map(
        (operations) => `{"operations":${operations}}`,
      ),
      ...['true', 'false', 'null', '1', '"true"', '{}'].map(
        (atomic) => `{"operations":[${tea}],"atomic":${atomic}}`,
      ),
      ...[200, 201].map((count) => `{"operations":[${Array(count).fill(tea).join()}],"atomic":true}`),
      ...['operation', 'method', '__proto__', ''].map((name) => `{"operations":[${tea}],"${name}":1}`),
    ];
    for (const body of bodies) {
      const isAllowed = isBatch(JSON.parse(body));
      expect((await readBatch(body)) !== undefined, body.slice(0, 200)).to.equal(isAllowed);
    }
  });

  it('with each kind of entry', async () => {
    const base = { method: '"article.create"', data: '{"article_title":"Tea"}' };
    const keys = [
      '"x"',
      '""',
      `"${'k'.repeat(255)}"`,
      `"${'k'.repeat(256)}"`,
      '"a b"',
      '"é"',
      ...awkwardValues,
    ];
    const entries: readonly SentEntry[] = [
      ...contracts.map((contract) => entryOf(contract, exampleOf(contract))),
      ...['no.such', 'account.read', 'batch.run', 'order.create', ' article.create', 'ARTICLE.CREATE'].map(
        (method) => ({
          members: { ...base, method: JSON.stringify(method) },
        }),
      ),
      ...awkwardValues.flatMap((json) =>
        ['method', 'data', 'x'].map((name) => ({ members: { ...base, [name]: json } })),
      ),
      ...contracts.flatMap((contract) => keys.map((key) => entryOf(contract, exampleOf(contract), { key }))),
      ...['0', '1', '"0"', '"1"', '20000'].map((wait_ms) =>
        entryOf(publicOperations['changes.list'], { wait_ms }),
      ),
    ];
    for (const entry of entries) await expectVerdict(entry);
  });

  it('with any entries', async () => {
    const any = fc.constantFrom(...contracts).chain((contract) => {
      const key = fc.constantFrom({}, {}, { key: '"k"' }, { key: '"k k"' }, { key: 'null' });
      return fc
        .tuple(anyRequest(contract, [...namesOf[resourceOf(contract.name)]]), key)
        .map(([data, others]) => entryOf(contract, data, others));
    });
    const runs = Math.ceil(openApiRequests / 20);
    await fc.assert(fc.asyncProperty(any, expectVerdict), { seed: openApiSeed, numRuns: runs });
  });
});

function entryOf(contract: AnyOperation, data: Sent, others: Sent = {}): SentEntry {
  return {
    contract,
    data,
    members: { method: JSON.stringify(contract.name), data: bodyOf(data), ...others },
  };
}

async function expectVerdict({ members, contract, data }: SentEntry): Promise<void> {
  const text = bodyOf(members);
  const entry = JSON.parse(text);
  const cleaned = contract && data ? documents.get(contract.name)?.cleaned(data) : entry.data;
  const waits = contract?.name === 'changes.list' && waiting.refusesInBatch(entry.data.wait_ms ?? 0);
  const isAllowed = cleaned !== undefined && !waits && isEntry({ ...entry, data: cleaned });
  const read = await readBatch(`{"operations":[${text}]}`);
  expect(read?.[0] && 'contract' in read[0], text.slice(0, 600)).to.equal(isAllowed);
}

/** The calls and refusals that the gateway reads in a batch; undefined if it refuses the whole. */
async function readBatch(body: string) {
  const batch = await batchIn(Buffer.from(body));
  if ('kind' in batch) return undefined;
  return inSlices(readEntries(batch.entries, { requestId: 'r', appId: 'app_1', idempotency: {}, bytes: 1 }));
}
