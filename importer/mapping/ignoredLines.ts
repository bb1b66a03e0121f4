import type { MappingOptions } from './options.ts';
import { presetIgnoredLines } from './presets/index.ts';
import type { Resource } from './rules/fields.ts';
import { readMappingFile } from './rules/readMappingFile.ts';

/**
 * Reads the `ignore_lines` of a preset or mapping file before the mapping: they apply above the header, too, and the
 * mapping needs the columns. A wrong pattern is reported when the mapping is checked.
 */
export function ignoredLines(
  resource: Resource,
  { preset, file }: MappingOptions,
): { readonly ignoreLines?: string } {
  const pattern = preset === undefined ? patternIn(file) : presetIgnoredLines(resource, preset);
  return pattern === undefined || !isPattern(pattern) ? {} : { ignoreLines: pattern };
}

function patternIn(file: string | undefined): string | undefined {
  const content =
    file === undefined ? undefined : (readMappingFile(file) as { ignore_lines?: unknown } | null);
  const pattern = content?.ignore_lines;
  return typeof pattern === 'string' ? pattern : undefined;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
