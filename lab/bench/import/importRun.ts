import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials } from '../../../importer/service/target.ts';
import {
  type ByPart,
  cpuSeconds,
  mapParts,
  type Part,
  residentBytes,
  usedSince,
} from '../../../test/support/processResources.ts';
import type { ImportedResource } from './files.ts';

const pollMs = 250;

interface Sample {
  /** Milliseconds from the beginning. */
  readonly at: number;
  readonly rows: number;
}

export interface ImportRun {
  readonly rows: number;
  readonly milliseconds: number;
  readonly rowsPerSecond: number;
  /** Rows per second of each tenth of the file. */
  readonly tenths: readonly number[];
  /** Maximum resident bytes of the largest process of each part; `generator` is the importer. */
  readonly maxBytes: ByPart;
  /** CPU microseconds per row of each part; `generator` is the importer. */
  readonly cpuMicroseconds: ByPart;
}

interface ImportSummary {
  readonly rows: number;
  readonly milliseconds: number;
  readonly rowsPerSecond: number;
}

/**
 * Runs `counterfoil import` of a compiled checkout on a file and measures it; the importer counts as the generator of the
 * load. Throws when the import fails or refuses a row.
 */
export async function runImport(
  resource: ImportedResource,
  file: string,
  target: Credentials,
  others: readonly Part[],
  options: readonly string[] = [],
  checkout = '.',
): Promise<ImportRun> {
  const program = path.resolve(checkout, 'dist/cli/main.js');
  const child = startImporter([program, 'import', resource, file, '--json', '--quiet', ...options], target);
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const parts = [...others, { name: 'generator', pid: child.pid as number } as const];
  const { samples, maxBytes, seconds } = await watch(
    child,
    parts,
    new GrowingJournal(`${file}.${resource}.journal`),
  );
  if (child.exitCode !== 0) throw new Error(`the import ended with ${child.exitCode}: ${output}`);
  const { rows, milliseconds, rowsPerSecond } = JSON.parse(output) as ImportSummary;
  const cpuMicroseconds = mapParts(seconds, (used) => (used * 1e6) / rows);
  return { rows, milliseconds, rowsPerSecond, tenths: tenthsOf(samples, rows), maxBytes, cpuMicroseconds };
}

function startImporter(line: readonly string[], { url, appId, apiSecret }: Credentials) {
  const env = { COUNTERFOIL_URL: url, COUNTERFOIL_APP_ID: appId, COUNTERFOIL_API_SECRET: apiSecret };
  return spawn(process.execPath, [...process.execArgv, ...line], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

interface Watched {
  readonly samples: readonly Sample[];
  readonly maxBytes: ByPart;
  /** CPU seconds that each part used meanwhile. */
  readonly seconds: ByPart;
}

async function watch(child: ChildProcess, parts: readonly Part[], journal: GrowingJournal): Promise<Watched> {
  const ended = once(child, 'exit');
  const startedAt = performance.now();
  const before = cpuSeconds(parts);
  const samples: Sample[] = [];
  let maxBytes: ByPart = {};
  let used = before;
  while (child.exitCode === null && child.signalCode === null) {
    used = tolerant(() => cpuSeconds(parts)) ?? used;
    const bytes = tolerant(() => residentBytes(parts)) ?? {};
    maxBytes = { ...maxBytes, ...mapParts(bytes, (each, name) => Math.max(maxBytes[name] ?? 0, each)) };
    samples.push({ at: performance.now() - startedAt, rows: await journal.rows() });
    await Promise.race([delay(pollMs), ended]);
  }
  return { samples, maxBytes, seconds: usedSince(before, used) };
}

/** Returns undefined for a process that has just ended. */
function tolerant<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** Returns rows per second of each tenth, between the samples nearest to its ends. */
function tenthsOf(samples: readonly Sample[], rows: number): readonly number[] {
  const running = samples.filter((sample) => sample.rows > 0);
  const edges = Array.from({ length: 11 }, (_, tenth) =>
    running.find((sample) => sample.rows >= Math.min((rows * tenth) / 10, running.at(-1)?.rows ?? 0)),
  );
  return edges.slice(1).map((edge, index) => {
    const from = edges[index];
    return edge && from && edge.at > from.at
      ? ((edge.rows - from.rows) * 1_000) / (edge.at - from.at)
      : Number.NaN;
  });
}

/** Counts the rows noted in a journal; each call reads only what was appended. */
class GrowingJournal {
  readonly #path: string;
  #read = 0;
  #rows = 0;
  #rest = '';

  constructor(file: string) {
    this.#path = file;
  }

  async rows(): Promise<number> {
    if (!existsSync(this.#path)) return this.#rows;
    try {
      for await (const bytes of createReadStream(this.#path, { start: this.#read })) {
        this.#read += bytes.length;
        this.#rest += bytes;
      }
    } catch {
      return this.#rows; // the import has removed its journal
    }
    const lines = this.#rest.split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#rows += JSON.parse(line).tally?.rows ?? 0;
    return this.#rows;
  }
}
