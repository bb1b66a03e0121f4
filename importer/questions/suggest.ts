import { unusedColumns } from '../mapping/guess/similarNames.ts';
import type { MappingOptions } from '../mapping/mappingOptions.ts';
import type { FieldRule, MappingFile, ValueRule } from '../mapping/rules/mappingFile.ts';
import { fieldsOf, type Resource } from '../mapping/rules/resourceFields.ts';
import { ruleOf } from '../mapping/rules/valueReader.ts';
import { Columns } from '../rows/columns.ts';
import type { InheritRule } from '../rows/relatedRows.ts';
import type { SourceOptions } from '../source/dialect.ts';
import { openSource } from '../source/source.ts';
import { chooseRules } from './chooseRules.ts';

/** Throws ImportError for a file that can't be read. */
export async function suggestForFile(
  resource: Resource,
  file: string,
  source: SourceOptions,
  options: MappingOptions,
): Promise<MappingFile> {
  const opened = await openSource(file, source);
  await opened.close();
  return suggestMapping(resource, opened.columns, options, opened.name);
}

/**
 * Returns the mapping of a preset or a guess as a file that works as it is and can be edited. `unused` lists the other columns,
 * `unmapped` the other fields.
 */
export function suggestMapping(
  resource: Resource,
  names: readonly string[],
  options: MappingOptions = {},
  name = 'the file',
): MappingFile {
  const { file } = chooseRules({ resource, columns: names, options, name });
  const {
    guess: _,
    unused: __,
    unmapped: ___,
    fields,
    skip = [],
    carry_down: carry,
    inherit,
    ...settings
  } = file;
  const columns = new Columns(names);
  const rules = Object.entries(fields).flatMap(([field, rule]) => {
    const found = foundRule(rule, columns);
    return found === undefined ? [] : [[field, found] as const];
  });
  const mapped = new Set(rules.map(([field]) => field));
  const skipped = skip
    .map((rule) => ({ ...rule, columns: foundNames(rule.columns, columns) }))
    .filter((rule) => rule.columns.length > 0);
  const [by] = foundNames([carry?.by ?? []].flat(), columns);
  return {
    resource,
    ...settings,
    fields: Object.fromEntries(rules),
    ...(carry && by && { carry_down: { by, columns: foundNames(carry.columns, columns) } }),
    ...(inherit && foundInheritance(inherit, columns)),
    ...(skipped.length > 0 && { skip: skipped }),
    unused: unusedColumns(resource, columns.unused(), Object.keys(fields)).unused,
    unmapped: Object.keys(fieldsOf[resource]).filter((field) => !mapped.has(field)),
  };
}

function foundInheritance(
  rule: InheritRule,
  columns: Columns,
): { readonly inherit: InheritRule } | undefined {
  const [by] = foundNames([rule.by].flat(), columns);
  const keys = foundNames(rule.keys, columns);
  const lists = Object.entries({
    columns: rule.columns,
    marked: rule.marked ?? [],
    together: rule.together ?? [],
    optional: rule.optional ?? [],
  }).map(([key, names]) => [key, foundNames(names, columns)] as const);
  const found = Object.fromEntries(lists.filter(([, names]) => names.length > 0));
  if (by === undefined || keys.length === 0 || !found.columns) return undefined;
  const { value } = rule;
  return {
    inherit: {
      by,
      keys,
      columns: found.columns,
      ...found,
      ...((found.marked || !rule.marked) && value !== undefined && { value }),
    },
  };
}

function foundNames(names: readonly string[], columns: Columns): string[] {
  return columns.findAll(names).map((index) => columns.names[index] ?? '');
}

function foundRule(given: FieldRule, columns: Columns): FieldRule | undefined {
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
  const hasNeeded = rule.needs === undefined || columns.findAll([rule.needs].flat()).length > 0;
  if (only === undefined || !hasNeeded) return undefined;
  const { needs: _, unless: __, ...plain } = rule;
  const found = { ...plain, ...foundConditions(rule, columns) };
  if (rule.join) return { ...found, join: names };
  return rule.hash ? { ...found, hash: names } : { ...found, column: names.length === 1 ? only : names };
}

/** Returns the conditions of a rule, of which only `needs` decides whether the rule applies to the file. */
function foundConditions(
  { needs, unless }: ValueRule,
  columns: Columns,
): Pick<ValueRule, 'needs' | 'unless'> {
  const needed = Array.isArray(needs) ? foundNames(needs, columns) : needs;
  const others = foundNames([unless ?? []].flat(), columns);
  return {
    ...(needed !== undefined && { needs: needed }),
    ...(others.length > 0 && { unless: others }),
  };
}
