import { columnsOf } from '../mapping/rules/valueReader.ts';
import { columnsIn } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { ImportError, quoted } from '../source/importError.ts';
import { identRuleColumn } from '../source/refusalColumns.ts';

interface HashRule {
  readonly hash: readonly string[];
  readonly needs?: readonly string[];
}

/** Rule by which an import identifies the rows of a file. */
export type IdentRule = HashRule | { readonly column: string; readonly fallback?: HashRule };

/**
 * Returns the rule by which an import chose the idents of the rows that it refused; undefined for other files. Throws
 * ImportError if the rows come from imports with different rules, or if somebody changed the rule or its columns.
 */
export function ruleOfRefused(inspection: Inspection, name: string): IdentRule | undefined {
  const column = inspection.columns.find((one) => one.name === identRuleColumn);
  if (column === undefined || column.filled === 0) return undefined;
  const [text = '', ...others] = column.values?.keys() ?? [];
  const rule = parsed(text);
  if (rule === undefined || others.length > 0) throw unclearRule(name, 'is not the one of a single import');
  const known = columnsIn(inspection);
  const used = columnsOf(rule).concat('fallback' in rule ? columnsOf(rule.fallback) : []);
  const missing = used.filter((one) => known.find(one) === undefined);
  if (missing.length > 0) throw unclearRule(name, `names ${quoted(missing)}, which the file does not have`);
  return rule;
}

function parsed(text: string): IdentRule | undefined {
  try {
    const { column, fallback, ...rule } = JSON.parse(text);
    if (typeof column !== 'string') return hashRule(rule);
    if (fallback === undefined) return { column };
    const other = hashRule(fallback);
    return other && { column, fallback: other };
  } catch {
    return undefined;
  }
}

function hashRule({
  hash,
  needs,
}: {
  readonly hash?: unknown;
  readonly needs?: unknown;
}): HashRule | undefined {
  if (!areTexts(hash)) return undefined;
  return areTexts(needs) ? { hash, needs } : { hash };
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}

function unclearRule(name: string, why: string): ImportError {
  return new ImportError(
    `${name}: the column ${identRuleColumn} ${why}: fix the rows of each import in a file of its own, or choose what identifies the records with --ident`,
  );
}
