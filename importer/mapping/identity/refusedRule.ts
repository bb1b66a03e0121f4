import type { Inspection } from '../../inspection/inspection.ts';
import { ImportError } from '../../source/importError.ts';
import { identRuleColumn } from '../../source/refusalColumns.ts';
import { quoted } from '../../source/words.ts';
import { Columns } from '../rules/columns.ts';

type IdentRule = { readonly column: string } | { readonly hash: readonly string[] };

/**
 * Returns the rule by which an import chose the idents of the rows that it refused; undefined for other files. Throws
 * ImportError if the rows come from imports with different rules, or if somebody changed the rule or its columns.
 */
export function ruleOfRefused({ columns }: Inspection, name: string): IdentRule | undefined {
  const column = columns.find((one) => one.name === identRuleColumn);
  if (column === undefined || column.filled === 0) return undefined;
  const [text = '', ...others] = column.values?.keys() ?? [];
  const rule = parsed(text);
  if (rule === undefined || others.length > 0) throw unclear(name, 'is not the one of a single import');
  const known = new Columns(columns.map((one) => one.name));
  const used = 'column' in rule ? [rule.column] : rule.hash;
  const missing = used.filter((one) => known.find(one) === undefined);
  if (missing.length > 0) throw unclear(name, `names ${quoted(missing)}, which the file does not have`);
  return rule;
}

function parsed(text: string): IdentRule | undefined {
  try {
    const { column, hash } = JSON.parse(text);
    if (typeof column === 'string') return { column };
    const isHash = Array.isArray(hash) && hash.length > 0 && hash.every((one) => typeof one === 'string');
    return isHash ? { hash } : undefined;
  } catch {
    return undefined;
  }
}

function unclear(name: string, why: string): ImportError {
  return new ImportError(
    `${name}: the column ${identRuleColumn} ${why}: fix the rows of each import in a file of its own, or choose what identifies the records with --ident`,
  );
}
