import { expect } from 'chai';
import { importRows, type Stages } from '../../importer/importRows.ts';
import type { BatchKey } from '../../importer/send/rowImporter.ts';
import { thrownBy } from '../support/thrown.ts';
import { until } from '../support/until.ts';

/** Number of batches, of 500 rows each. */
const batches = 3;
const rows = Array.from({ length: batches * 500 }, (_, line) => ({ line, values: [`${line}`] }));

const recordedAtOnce: (sent: ReadonlyMap<number, string>) => Promise<unknown> = async () => undefined;

describe('the rows of an import', () => {
  /** Runs an import once, and records the rows that its stages get; the service stops answering before a batch. */
  async function run(
    done: readonly number[] = [],
    silentFrom = batches,
    { maxInFlight = 4, untilRecorded = recordedAtOnce } = {},
  ) {
    const [sent, recorded]: [Map<number, string>, number[]] = [new Map(), []];
    const stages = {
      mapping: {
        map: () => ({ input: {} }),
        whole: (row: unknown) => row,
      },
      repeats: { outcomeOf: () => undefined, refusalOf: () => undefined },
      importer: {
        run: async (inputs: readonly object[], { number, key }: BatchKey) => {
          if (number >= silentFrom) throw new Error('no answer');
          sent.set(number, key);
          return inputs.map(() => ({ kind: 'created', ident: 'art_1' }));
        },
      },
      record: {
        isDone: (number: number) => done.includes(number),
        done: async (number: number) => {
          await untilRecorded(sent);
          recorded.push(number);
        },
      },
      maxInFlight: () => maxInFlight,
      runId: 'import',
      signal: new AbortController().signal,
    } as unknown as Stages;
    const error = await thrownBy(() => importRows(chunks(), stages));
    return { sent, recorded, error };
  }

  async function* chunks() {
    yield rows;
  }

  it('are recorded as done only if they were answered [import-outage]', async () => {
    const { recorded, error } = await run([], 2);

    expect(recorded).to.deep.equal([0, 1]);
    expect(error).to.include('no answer');
  });

  it('are sent with the same keys in every run, and not if they are done [import-resumed]', async () => {
    const [first, second] = [await run(), await run([1])];

    expect([...first.sent.keys()]).to.deep.equal([0, 1, 2]);
    expect([...second.sent]).to.deep.equal([...first.sent].filter(([number]) => number !== 1));
  });

  it('are sent while the results of others are written', async () => {
    // The first batch is on disk only when the last one was sent.
    const untilRecorded = (sent: ReadonlyMap<number, string>) => until(() => sent.size === batches);

    const { recorded } = await run([], batches, { maxInFlight: 1, untilRecorded });

    expect(recorded).to.have.members([0, 1, 2]);
  });
});
