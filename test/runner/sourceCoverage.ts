import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'acorn';
import { convert } from 'ast-v8-to-istanbul';
import libCoverage, {
  type CoverageMap,
  type CoverageMapData,
  type FileCoverageData,
  type Range,
} from 'istanbul-lib-coverage';
import { sourceFiles } from '../support/sourceFiles.ts';
import { compiledSource, completeMap, isHelper, type ScriptMap } from './compiledSource.ts';

const folders = ['gateway', 'shared', 'workers'];
/** The bundle has packages, too. */
const isSource = new RegExp(`^(?:${folders.join('|')})/.*\\.ts$`);
const bundle = pathToFileURL('dist/').href;

/** Coverage that V8 writes about a process with NODE_V8_COVERAGE. */
interface Dump {
  readonly result: readonly DumpedScript[];
}

interface DumpedScript {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly CountedRange[];
  }[];
}

interface CountedRange {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** A text that ran: a chunk of the bundle, or a source as tsx compiles it. */
interface Script {
  readonly code: string;
  readonly map: ScriptMap;
  /** Number of times that each character ran, in all processes. */
  readonly counts: Uint32Array;
}

/**
 * Reads what processes reached of the program. Tests run the sources and start the bundle: statements of both are mapped to
 * their places in the sources, and counted together there. A source that no process loaded has counts of 0.
 */
export async function sourceCoverage(dumpFolder: string): Promise<CoverageMap> {
  const scripts = new Map(folders.flatMap(sourceFiles).map(sourceScript));
  for (const name of readdirSync(dumpFolder)) {
    const dump: Dump = JSON.parse(readFileSync(path.join(dumpFolder, name), 'utf8'));
    for (const { url, functions } of dump.result) {
      if (url.startsWith(bundle) && !scripts.has(url)) scripts.set(url, chunk(url));
      const script = scripts.get(url);
      if (script && (url.startsWith(bundle) || isCommonJs(functions))) addCounts(script, functions);
    }
  }
  const coverage = libCoverage.createCoverageMap();
  for (const [url, script] of scripts) coverage.merge(await convertScript(url, script));
  return coverage;
}

/** tsx compiles a source otherwise when it is imported as a module: then esbuild's helper for exports is missing. */
function isCommonJs(functions: DumpedScript['functions']): boolean {
  return functions.some(({ functionName }) => functionName === '__copyProps');
}

function sourceScript(file: string): [string, Script] {
  const { code, map } = compiledSource(path.resolve(file));
  return [pathToFileURL(file).href, { code, map, counts: new Uint32Array(code.length) }];
}

function chunk(url: string): Script {
  const file = fileURLToPath(url);
  const code = readFileSync(file, 'utf8');
  const map = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  return { code, map, counts: new Uint32Array(code.length) };
}

/** Inner ranges of V8 say how often a part of the outer one ran. */
function addCounts({ counts }: Script, functions: DumpedScript['functions']): void {
  const size = ({ startOffset, endOffset }: CountedRange) => endOffset - startOffset;
  const ranges = functions.flatMap((each) => each.ranges).toSorted((a, b) => size(b) - size(a));
  const own = new Uint32Array(counts.length);
  for (const { startOffset, endOffset, count } of ranges) own.fill(count, startOffset, endOffset);
  for (let index = 0; index < own.length; index += 1)
    counts[index] = (counts[index] ?? 0) + (own[index] ?? 0);
}

async function convertScript(url: string, { code, map, counts }: Script): Promise<CoverageMapData> {
  const sourceMap = completeMap(code, map);
  const converted: CoverageMapData = await convert({
    code,
    ast: parse(code, {
      ecmaVersion: 'latest',
      sourceType: url.startsWith(bundle) ? 'module' : 'script',
      locations: true,
    }),
    coverage: {
      url,
      functions: [{ functionName: '', isBlockCoverage: true, ranges: rangesOf(counts) }],
    },
    sourceMap: sourceMap as never,
    ignoreNode: (node) => isHelper(node, sourceMap),
  });
  const files = Object.values(converted).map((each) => ({ ...each, path: path.relative('', each.path) }));
  const ours = files.filter((each) => isSource.test(each.path));
  return Object.fromEntries(ours.map((each) => [each.path, withStarts(each)]));
}

function rangesOf(counts: Uint32Array): CountedRange[] {
  const ranges: CountedRange[] = [];
  for (let start = 0, end = 1; end <= counts.length; end += 1) {
    if (end < counts.length && counts[end] === counts[start]) continue;
    ranges.push({ startOffset: start, endOffset: end, count: counts[start] ?? 0 });
    start = end;
  }
  return ranges;
}

/** Places by their start: where a statement ends, the maps of the two compilations differ. */
function withStarts({ statementMap, fnMap, branchMap, ...counts }: FileCoverageData): FileCoverageData {
  const functions = mapped(fnMap, (each) => ({ ...each, decl: point(each.loc), loc: point(each.loc) }));
  const branches = mapped(branchMap, (each) => {
    const locations = each.locations.map(() => point(each.loc));
    return { ...each, loc: point(each.loc), locations };
  });
  return { ...counts, statementMap: mapped(statementMap, point), fnMap: functions, branchMap: branches };
}

function point({ start }: Range): Range {
  return { start, end: start };
}

function mapped<T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
