import { articleLookup, articleRead } from '../../shared/contract/operations/article.read.ts';
import type { AnswerOf, InputOf } from '../../shared/contract/operations/operation.ts';
import type { ArticleRecord } from '../../shared/contract/resources/records.ts';
import type { Call } from '../../shared/wire/call.ts';
import { articleRecord } from '../operationHelpers/answerRecords.ts';
import { lookupsBy, readRecords, type ShownRows } from '../operationHelpers/readRecords.ts';
import { defaultRecordBytes, fittingRecords } from '../sets/answerSizes.ts';
import { reads } from '../sets/implementation.ts';
import type { Articles } from '../stores/articles.ts';

type ReadCall = Call<InputOf<typeof articleRead>>;

const lookupOf = lookupsBy(articleLookup);

export default reads(articleRead, (calls, stores) =>
  calls.some((call) => lookupOf(call).field !== 'article_ident')
    ? stores.inSnapshot(({ articles }) => readArticles(calls, articles))
    : readArticles(calls, stores.articles),
);

function readArticles(calls: readonly ReadCall[], articles: Articles) {
  return readRecords(calls, {
    store: articles,
    lookupOf,
    bytesOf: ({ length }) => ({ least: 0, likely: length * defaultRecordBytes }),
    reserve: () => true,
    answers: async () => answerWith,
  });
}

function answerWith({ rows, count }: ShownRows): AnswerOf<typeof articleRead> {
  const records = rows.map(articleRecord);
  const oldest = records[0] as ArticleRecord;
  return count === 1 ? oldest : { ...oldest, articles: [...fittingRecords(records)], count };
}
