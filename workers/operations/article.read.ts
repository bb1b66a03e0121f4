import type { Call } from '../../shared/calls/call.ts';
import { articleRead } from '../../shared/operations/article.read.ts';
import type { AnswerOf, InputOf } from '../../shared/operations/operation.ts';
import type { ArticleRecord } from '../../shared/resources/records.ts';
import { articleRecord } from '../records/articleRecord.ts';
import { type FoundRecords, findRecords, type Lookup } from '../records/lookups.ts';
import { defaultRecordBytes, exceeds, fittingRecords, longestPrefix, SetRoom } from '../sets/answerSizes.ts';
import { reads } from '../sets/implementation.ts';
import { done, type Outcome, postponed, refused, tooLarge } from '../sets/outcome.ts';
import type { Articles } from '../stores/articles.ts';
import type { Row } from '../stores/recordTable.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';

type ReadCall = Call<InputOf<typeof articleRead>>;
type ReadOutcome = Outcome<AnswerOf<typeof articleRead>, 'article_not_found'>;

/** Rows of an answer, the oldest first. `count` includes rows that did not fit. */
interface Hits {
  readonly kind: 'hits';
  readonly rows: readonly Row[];
  readonly count: number;
}

export default reads(articleRead, (calls, { articles }) =>
  calls.some((call) => lookupOf(call).field !== 'article_ident')
    ? articles.inSnapshot((snapshot) => readArticles(calls, snapshot))
    : readArticles(calls, articles),
);

async function readArticles(
  calls: readonly ReadCall[],
  articles: Articles,
): Promise<(call: ReadCall) => ReadOutcome> {
  const found = [...(await findRecords(calls, lookupOf, articles))];
  const rows = await articles.read(found.flatMap(([, each]) => (each.kind === 'found' ? each.idents : [])));
  const room = new SetRoom();
  const chosen = new Map(found.map(([call, each]) => [call, choose(call, each, rows, room)]));
  const whole = await articles.readWhole([...chosen.values()].flatMap(withLongText));
  return (call) => {
    const choice = chosen.get(call) as Hits | ReadOutcome;
    return choice.kind === 'hits' ? answerWith(choice, whole) : choice;
  };
}

/** The contract has checked that the chosen field is there. */
function lookupOf({ account, input }: ReadCall): Lookup {
  const field = input.article_ident
    ? 'article_ident'
    : (`article_${input.article_identifier as 'sku' | 'ean'}` as const);
  return { account, field, value: input[field] as string };
}

function choose(
  call: ReadCall,
  found: FoundRecords,
  rows: ReadonlyMap<string, Row>,
  room: SetRoom,
): Hits | ReadOutcome {
  if (found.kind !== 'found') return found;
  const present = found.idents
    .map(({ account, value }) => rows.get(recordKey(account, value)))
    .filter((row) => row !== undefined);
  if (present.length === 0) return refused('article_not_found');
  const fitting = longestPrefix(present, descriptionBytes);
  // The answer contains the oldest of several rows twice.
  const shown = fitting.length > 1 ? [...fitting, fitting[0] as Row] : fitting;
  const bytes = shown.reduce((sum, row) => sum + descriptionBytes(row), 0);
  if (exceeds(bytes, call)) return tooLarge(bytes);
  if (!room.reserve(bytes + shown.length * defaultRecordBytes)) return postponed;
  return { kind: 'hits', rows: fitting, count: found.count };
}

function answerWith({ rows, count }: Hits, whole: ReadonlyMap<string, Row>): ReadOutcome {
  const records = rows.map((row) => articleRecord(whole.get(keyOf(row)) ?? row));
  const oldest = records[0] as ArticleRecord;
  return done(count === 1 ? oldest : { ...oldest, articles: [...fittingRecords(records)], count });
}

function withLongText(choice: Hits | ReadOutcome): readonly Scoped[] {
  if (choice.kind !== 'hits') return [];
  return choice.rows
    .filter((row) => row.article_description === null && descriptionBytes(row) > 0)
    .map(scopedOf);
}

function descriptionBytes({ description_bytes }: Row): number {
  return description_bytes as number;
}

function scopedOf({ account_id, article_ident }: Row): Scoped {
  return { account: account_id as number, value: article_ident as string };
}

function keyOf(row: Row): string {
  const { account, value } = scopedOf(row);
  return recordKey(account, value);
}
