import type { Columns } from './columns.ts';
import type { ColumnNames, ValueRule } from './mappingFile.ts';
import { columnsOf, ruleOf } from './valueReader.ts';

export function describeRule(given: ColumnNames | ValueRule, columns: Columns): string {
  const rule = ruleOf(given);
  const parts = [ownDescription(rule, columns)];
  if (rule.fallback !== undefined) parts.push(describeRule(rule.fallback, columns));
  return parts.filter((part) => part !== '').join(', else ');
}

function ownDescription(rule: ValueRule, columns: Columns): string {
  if (rule.constant !== undefined) return `always "${rule.constant}"`;
  const found = columns.findAll(columnsOf(rule)).map((index) => `"${columns.names[index]}"`);
  if (found.length === 0) return '';
  const between = rule.join || rule.hash ? ' + ' : ' or ';
  const part = rule.split === undefined ? '' : ` (${rule.part ?? 'first'} part)`;
  return `${rule.hash ? 'hash of ' : ''}${found.join(between)}${part}`;
}
