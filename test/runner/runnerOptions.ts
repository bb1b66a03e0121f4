import { readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { globSync } from 'glob';
import type { MochaSettings } from './messages.ts';

export interface RunOptions {
  readonly settings: MochaSettings;
  /** Test files, sorted by name. */
  readonly files: readonly string[];
  /** True if types, lint and unused code are checked too: when no file and no test is named. */
  readonly checks: boolean;
  /** Number of processes that run files at the same time. */
  readonly lanes: number;
  /** Number of the slowest files that are listed at the end. */
  readonly slowest: number;
  /** Milliseconds that a process may take to end after its last test. */
  readonly endLimitMs: number;
  /** Maximum number of files with failed tests that run once more at the end; with more of them, none does. */
  readonly retries: number;
}

/** Configuration of Mocha itself, when it is started without this runner. */
interface MochaConfiguration {
  readonly spec: readonly string[];
  readonly ignore: readonly string[];
  readonly timeout: number;
}

const known = {
  files: { type: 'string', multiple: true },
  'forbid-only': { type: 'boolean', default: false },
  'forbid-pending': { type: 'boolean', default: false },
  // Mocha's library reads it.
  'no-color': { type: 'boolean' },
  grep: { type: 'string', short: 'g' },
  timeout: { type: 'string' },
  jobs: { type: 'string', short: 'j' },
  slowest: { type: 'string', default: '0' },
  'end-limit': { type: 'string', default: '60000' },
  'retry-files': { type: 'string', default: '0' },
} as const;

/**
 * Reads Mocha's options, as far as they make sense here. Named files and folders replace the patterns of `--files`, and these replace those of
 * `.mocharc.json`; a pattern that begins with `!` leaves files out. Throws when an option is unknown, or a file is missing.
 */
export function readOptions(args: readonly string[]): RunOptions {
  const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true });
  const { spec, ignore, timeout } = JSON.parse(readFileSync('.mocharc.json', 'utf8')) as MochaConfiguration;
  const isWhole = positionals.length === 0 && values.files === undefined;
  const patterns = positionals.length > 0 ? positionals : (values.files ?? spec);
  const ignored = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const found = patterns
    .filter((pattern) => !pattern.startsWith('!'))
    .flatMap((pattern) => filesOf(pattern, isWhole ? ignore : ignored));
  return {
    files: [...new Set(found)].toSorted(),
    checks: isWhole && values.grep === undefined,
    lanes: Number(values.jobs ?? os.availableParallelism() + 2),
    slowest: Number(values.slowest),
    endLimitMs: Number(values['end-limit']),
    retries: Number(values['retry-files']),
    settings: {
      timeout: Number(values.timeout ?? timeout),
      forbidOnly: values['forbid-only'],
      forbidPending: values['forbid-pending'],
      ...(values.grep !== undefined && { grep: values.grep }),
    },
  };
}

/** A folder stands for all tests in it. */
function filesOf(pattern: string, ignore: readonly string[]): string[] {
  const isFolder = statSync(pattern, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const files = globSync(isFolder ? `${pattern}/**/*.test.ts` : pattern, {
    posix: true,
    ignore: [...ignore],
  });
  if (files.length === 0) throw new Error(`no such test: ${pattern}`);
  return files;
}
