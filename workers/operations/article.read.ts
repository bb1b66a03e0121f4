import type { Call } from '../../shared/call.ts';
import { articleRead } from '../../shared/operations/article.read.ts';
import type { InputOf } from '../../shared/operations/operation.ts';
import type { ArticleRecord } from '../../shared/resources/records.ts';
import { reads } from '../implementation.ts';
import { done, refused } from '../outcome.ts';
import { articleRecord } from '../records/articleRecord.ts';
import type { Articles, Hits } from '../stores/articles.ts';
import { recordKey } from '../stores/scope.ts';

type ReadCall = Call<InputOf<typeof articleRead>>;
type Looked = 'article_ident' | 'article_sku' | 'article_ean';

/** Of several hits, at most so many are answered (contract.md). */
const mostHits = 100;

export default reads(articleRead, async (calls, { articles }) => {
  const hits = await hitsOf(calls, articles);
  return calls.map((call) => {
    const found = hits.get(call);
    if (!found) return refused('article_not_found');
    const [oldest, ...others] = found.rows.map((row) => articleRecord(row)) as [ArticleRecord];
    return done(
      others.length === 0 ? oldest : { ...oldest, articles: [oldest, ...others], count: found.count },
    );
  });
});

/** What each call found: by its ident, or by the SKU or EAN that it chose. */
async function hitsOf(calls: readonly ReadCall[], articles: Articles): Promise<ReadonlyMap<ReadCall, Hits>> {
  const byIdent = await articles.read(wanted(calls, 'article_ident'));
  const bySku = await articles.find('article_sku', wanted(calls, 'article_sku'), mostHits);
  const byEan = await articles.find('article_ean', wanted(calls, 'article_ean'), mostHits);
  const found = calls.flatMap((call) => {
    const field = lookedBy(call);
    const key = recordKey(call.account, call.input[field] as string);
    const row = byIdent.get(key);
    const hits =
      field === 'article_ident'
        ? row && { rows: [row], count: 1 }
        : (field === 'article_sku' ? bySku : byEan).get(key);
    return hits ? [[call, hits] as const] : [];
  });
  return new Map(found);
}

function wanted(calls: readonly ReadCall[], field: Looked) {
  return calls
    .filter((call) => lookedBy(call) === field)
    .map(({ account, input }) => ({ account, value: input[field] as string }));
}

/** The contract has checked that the chosen field is there. */
function lookedBy({ input }: ReadCall): Looked {
  return input.article_ident ? 'article_ident' : `article_${input.article_identifier as 'sku' | 'ean'}`;
}
