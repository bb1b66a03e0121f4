import { chosen, type MappingOptions } from './choose.ts';
import { Columns } from './columns.ts';
import type { Resource } from './fields.ts';
import type { MappingFile, ValueRule } from './mappingFile.ts';
import { ruleOf } from './valueReader.ts';

type Rule = MappingFile['fields'][string];

/**
 * A mapping file to edit, which works as it is: what a preset or a guess makes of these columns, and in `unused` the columns
 * that are left.
 */
export function suggestMapping(
  resource: Resource,
  names: readonly string[],
  options: MappingOptions = {},
): MappingFile {
  const { file } = chosen(resource, names, options);
  const { guess: _, unused: __, fields, skip = [], carry_down: carry, ...settings } = file;
  const columns = new Columns(names);
  const rules = Object.entries(fields).flatMap(([field, rule]) => {
    const found = foundRule(rule, columns);
    return found === undefined ? [] : [[field, found] as const];
  });
  const skipped = skip
    .map((rule) => ({ ...rule, columns: foundNames(rule.columns, columns) }))
    .filter((rule) => rule.columns.length > 0);
  const [by] = foundNames([carry?.by ?? []].flat(), columns);
  return {
    resource,
    ...withoutNeeds(settings),
    fields: Object.fromEntries(rules),
    ...(carry && by && { carry_down: { by, columns: foundNames(carry.columns, columns) } }),
    ...(skipped.length > 0 && { skip: skipped }),
    unused: columns.unused(),
  };
}

/** What a preset asks of a file is no part of a mapping. */
function withoutNeeds(settings: object): object {
  const { needs: _, ...others } = settings as { needs?: unknown };
  return others;
}

function foundNames(names: readonly string[], columns: Columns): string[] {
  return columns.findAll(names).map((place) => columns.names[place] ?? '');
}

/** A rule with the columns that there are; undefined if there are none. */
function foundRule(given: Rule, columns: Columns): Rule | undefined {
  const { fallback, ...rule } = ruleOf(given);
  const other = fallback === undefined ? undefined : foundRule(fallback, columns);
  const own = ownRule(rule, columns);
  if (!own) return other;
  if (other !== undefined) return { ...own, fallback: other };
  return Object.keys(own).length === 1 && own.column ? own.column : own;
}

function ownRule(rule: ValueRule, columns: Columns): ValueRule | undefined {
  if (rule.constant !== undefined) return rule;
  const names = foundNames([rule.column ?? [], rule.join ?? [], rule.hash ?? []].flat(), columns);
  const [only] = names;
  if (only === undefined) return undefined;
  if (rule.join) return { ...rule, join: names };
  return rule.hash ? { ...rule, hash: names } : { ...rule, column: names.length === 1 ? only : names };
}
