import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ByPart, cpuSeconds, mapParts, usedSince } from '../../../test/support/processResources.ts';
import { bodies } from '../data/bodies.ts';
import { type SignedRequest, signed, signedRequests } from '../data/requests.ts';
import { scenarioNames } from '../data/scenarios.ts';
import { type ImportedResource, writeCsv } from '../import/files.ts';
import { runImport } from '../import/importRun.ts';
import type { Generator } from '../load/load.ts';
import type { Side } from './side.ts';

/** Measurement of one side, in requests or rows a second, and CPU microseconds of each. */
export interface Turn {
  readonly perSecond: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  readonly cpu: ByPart;
}

/** Work that both sides do in turn. A side that can't do it, such as an operation that it lacks, throws. */
export interface Measure {
  readonly name: string;
  /** Runs before the first turn of a side after each start. */
  prepare(side: Side): Promise<void>;
  turn(side: Side, pair: number): Promise<Turn>;
}

export interface MeasureOptions {
  readonly generator: Generator;
  readonly connections: readonly number[];
  /** Seconds of a turn with load. */
  readonly seconds: number;
  readonly warmup: number;
  /** Rows in each table before; also the distinct records that are read and updated. */
  readonly rows: number;
  /** Rows of an imported file. */
  readonly importRows: number;
}

const loads: Readonly<Record<string, (side: Side, rows: number) => readonly SignedRequest[]>> = {
  ...Object.fromEntries(
    scenarioNames.map((name) => [name, ({ app }: Side, rows: number) => signedRequests(name, [app], rows)]),
  ),
  batch: ({ app }) => Array.from({ length: 2_000 }, (_, index) => signed('batch.run', batchAt(index), app)),
  list: ({ app }) => [signed('article.list', { limit: 100 }, app)],
};

/** Batches and lists carry enough work for a service with few connections. */
const fewConnections: Readonly<Record<string, readonly number[]>> = { batch: [8], list: [8] };

const importedRows = ['new', 'equal', 'changed'] as const;
const importedResources = ['articles', 'customers'] as const;
const importNames = importedResources.flatMap((resource) =>
  importedRows.map((rows) => `import.${rows}.${resource}`),
);

export const measureNames = [...Object.keys(loads), 'import', ...importNames];
export const defaultMeasures = ['article.create', 'article.read', 'mix', 'batch', 'list', 'import'];

export function measuresOf(names: readonly string[], options: MeasureOptions): readonly Measure[] {
  return names.flatMap((name) => {
    if (name === 'import' || importNames.includes(name)) return importMeasures(options, name);
    return (fewConnections[name] ?? options.connections).map((connections) =>
      loadMeasure(name, connections, options),
    );
  });
}

const batchSize = 50;

function batchAt(batch: number) {
  const creates = Array.from({ length: batchSize }, (_, entry) => batch * batchSize + entry);
  return {
    operations: creates.map((index) => ({
      method: 'article.create',
      data: bodies['article.create'](index, index),
    })),
  };
}

function loadMeasure(
  name: string,
  connections: number,
  { generator, seconds, warmup, rows }: MeasureOptions,
): Measure {
  const fileOf = ({ servers }: Side) => path.join(servers.folder, `${name}.requests`);
  const run = (side: Side, runSeconds: number) =>
    generator.run({ file: fileOf(side), urls: [side.url], connections, seconds: runSeconds });
  return {
    name: `${name}, ${connections}`,
    prepare: async (side) => {
      const requests = loads[name]?.(side, rows) ?? [];
      await requireAnswer(side, requests[0] as SignedRequest);
      await generator.prepare(requests, fileOf(side));
      await run(side, warmup);
    },
    turn: async (side) => {
      const before = cpuSeconds(side.parts);
      const { requests, failed, failure, seconds: took, p50Ms, p99Ms } = await run(side, seconds);
      if (failed > 0) throw new Error(`${name}: ${failed} requests failed at ${side.name}: ${failure}`);
      return { perSecond: requests / took, p50Ms, p99Ms, cpu: cpuSince(side, before, requests) };
    },
  };
}

async function requireAnswer({ url, name }: Side, { headers, body }: SignedRequest): Promise<void> {
  const answer = await fetch(`${url}/api/v1`, { method: 'POST', headers, body });
  const text = await answer.text();
  if (!text.includes('"response":true')) throw new Error(`${name} answers ${answer.status} ${text}`);
}

function cpuSince({ parts }: Side, before: ByPart, requests: number): ByPart {
  const used = usedSince(before, cpuSeconds(parts));
  return mapParts(used, (seconds) => Math.round((seconds * 1e7) / requests) / 10);
}

const update = ['--on-existing', 'update'] as const;

/**
 * Imports of one resource: the rows of each pair are new, then the same, then have other prices or streets. `name` may choose
 * one of these, which then imports its new rows unmeasured.
 */
function importMeasures({ importRows }: MeasureOptions, name: string): readonly Measure[] {
  return importedResources.flatMap((resource) => {
    const files = new ImportFiles(resource, importRows);
    const imported = async (side: Side, file: string, options: readonly string[] = []): Promise<Turn> => {
      const target = { url: side.url, ...side.app };
      const run = await runImport(resource, file, target, side.parts, options, side.folder);
      return { perSecond: run.rowsPerSecond, cpu: run.cpuMicroseconds };
    };
    const measure = (rows: (typeof importedRows)[number], turn: Measure['turn']): Measure => ({
      name: `import of ${rows} ${resource}`,
      prepare: async () => {},
      turn: async (side, pair) => {
        if (name !== 'import' && rows !== 'new') await imported(side, await files.original(side, pair));
        return turn(side, pair);
      },
    });
    const measures = [
      measure('new', async (side, pair) => imported(side, await files.original(side, pair))),
      measure('equal', async (side, pair) => imported(side, await files.original(side, pair), update)),
      measure('changed', async (side, pair) => imported(side, await files.changed(side, pair), update)),
    ];
    return measures.filter((_, index) =>
      ['import', `import.${importedRows[index]}.${resource}`].includes(name),
    );
  });
}

/** The files of each side and pair; a changed one has the idents of the original. */
class ImportFiles {
  readonly #resource: ImportedResource;
  readonly #rows: number;

  constructor(resource: ImportedResource, rows: number) {
    this.#resource = resource;
    this.#rows = rows;
  }

  original({ servers }: Side, pair: number): Promise<string> {
    return writeCsv(servers.folder, this.#resource, pair * this.#rows, this.#rows);
  }

  async changed(side: Side, pair: number): Promise<string> {
    const original = await readFile(await this.original(side, pair), 'utf8');
    const file = path.join(side.servers.folder, `${this.#resource}-changed-${pair}.csv`);
    const changed = original
      .replaceAll('roasted in', 'ground in')
      .replaceAll('Lange Straße', 'Breite Straße');
    if (changed === original) throw new Error(`${file} would change no row`);
    await writeFile(file, changed);
    return file;
  }
}
