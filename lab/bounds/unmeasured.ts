import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceFiles } from '../../test/support/sourceFiles.ts';

/** Coverage that V8 writes about a process with NODE_V8_COVERAGE. */
interface Coverage {
  readonly result: readonly { readonly url: string; readonly functions: readonly CoveredFunction[] }[];
  readonly 'source-map-cache'?: Readonly<
    Record<string, { readonly lineLengths: readonly number[]; readonly data: SourceMapPayload }>
  >;
}

interface CoveredFunction {
  readonly ranges: readonly {
    readonly startOffset: number;
    readonly endOffset: number;
    readonly count: number;
  }[];
}

/** A place in a source file; lines and columns from 0. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** Code that sends something to the database, or makes a part of a statement. */
const sending =
  /\bawait\b|\b(?:[dD]atabase|query)\(|\.(?:from|insert|joinRaw|or[A-Z]\w*|raw|select|unionAll|update|where\w*)\(/;

/** Places in a folder of sources with code for statements that did not run, by what V8 wrote into another folder. */
export function unmeasured(folder: string, coverageFolder: string): readonly string[] {
  const covered = readdirSync(coverageFolder).map(
    (name): Coverage => JSON.parse(readFileSync(path.join(coverageFolder, name), 'utf8')),
  );
  return sourceFiles(folder).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const url = pathToFileURL(file).href;
    const its = covered.find(
      ({ result, 'source-map-cache': maps }) => maps?.[url] && result.some((each) => each.url === url),
    );
    if (!its) return sending.test(text) ? [`${file}: was not loaded`] : [];
    return unrun(its, url, text).map((line) => `${file}:${line}`);
  });
}

/** The lines of a file where code for statements begins that did not run. */
function unrun(
  { result, 'source-map-cache': maps = {} }: Coverage,
  url: string,
  text: string,
): readonly number[] {
  const { lineLengths, data } = maps[url] as NonNullable<(typeof maps)[string]>;
  const placeOf = placesOf(lineLengths, new SourceMap(data));
  const lines = text.split('\n');
  const functions = result.find((each) => each.url === url)?.functions ?? [];
  const ranges = functions.flatMap((each) => each.ranges).filter(({ count }) => count === 0);
  const found = ranges.flatMap(({ startOffset, endOffset }) => {
    const [start, end] = [placeOf(startOffset), placeOf(endOffset)];
    return start && end && sending.test(between(lines, start, end)) ? [start.line + 1] : [];
  });
  return [...new Set(found)];
}

/** The place in the source of an offset in the text that was run. */
function placesOf(lineLengths: readonly number[], map: SourceMap) {
  return (offset: number): Place | undefined => {
    let [line, column] = [0, offset];
    while (column > (lineLengths[line] ?? Number.POSITIVE_INFINITY)) {
      column -= (lineLengths[line] as number) + 1;
      line += 1;
    }
    const entry = map.findEntry(line, column);
    return 'originalLine' in entry ? { line: entry.originalLine, column: entry.originalColumn } : undefined;
  };
}

function between(lines: readonly string[], start: Place, end: Place): string {
  if (start.line === end.line) return (lines[start.line] ?? '').slice(start.column, end.column);
  const inner = lines.slice(start.line + 1, end.line);
  return [lines[start.line]?.slice(start.column), ...inner, lines[end.line]?.slice(0, end.column)].join('\n');
}
