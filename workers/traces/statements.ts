import type { Attributes } from '../../shared/runtime/traces/tracer.ts';

interface StatementDescription {
  /** `BEGIN; INSERT articles`: few different texts, without values. */
  readonly summary: string;
  readonly attributes: Attributes;
}

/** Characters. Statements for whole sets are long, and alike after their beginning. */
const maxReadLength = 16_384;
const maxTextLength = 2_048;
const maxSummaryLength = 255;

/** Describes statements for a span. Values are bindings, so the texts have none; constants are left out too. */
export function describeStatements(sqls: readonly string[]): StatementDescription {
  const texts = sqls.map((sql) => sql.slice(0, maxReadLength).replace(/;$/, ''));
  const summary = texts.map(summaryOf).join('; ').slice(0, maxSummaryLength);
  return {
    summary,
    attributes: {
      'db.query.summary': summary,
      'db.query.text': texts.map(withoutConstants).join('; ').slice(0, maxTextLength),
      'db.operation.name': sqls.length === 1 ? verbOf(texts[0] ?? '') : 'BATCH',
      'db.operation.batch.size': sqls.length === 1 ? undefined : sqls.length,
    },
  };
}

function summaryOf(sql: string): string {
  const [, table] = /\b(?:from|into|update|join)\s+`?(\w+)`?/i.exec(sql) ?? [];
  return table ? `${verbOf(sql)} ${table}` : verbOf(sql);
}

function verbOf(sql: string): string {
  return (/^\W*(\w+)/.exec(sql)?.[1] ?? 'SQL').toUpperCase();
}

/** Replaces texts and numbers by `?`, and lists of them by `?, …`. */
function withoutConstants(sql: string): string {
  return sql
    .replace(/'(?:[^'\\]|\\.|'')*'?/g, '?')
    .replace(/(?<![\w`])\d+(?:\.\d+)?/g, '?')
    .replace(/\?(?:,\s*\?)+/g, '?, …')
    .replace(/\((\?(?:, …)?)\)(?:,\s*\(\?(?:, …)?\))+/g, '($1), …');
}
