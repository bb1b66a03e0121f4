import type { MappingOptions } from './options.ts';
import { presetIgnoredLines } from './presets/index.ts';
import type { Resource } from './rules/fields.ts';
import { readMappingFile } from './rules/readMappingFile.ts';

/**
 * The `ignore_lines` of a preset or mapping file, which apply above the header, too: they are needed before the columns of a
 * file are known, and with them its mapping. A pattern that is wrong is reported when the mapping is checked.
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
