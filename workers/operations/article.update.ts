import { articleUpdate } from '../../shared/contract/operations/article.update.ts';
import { articleFields } from '../../shared/contract/resources/article.ts';
import { answeredFields } from '../operationHelpers/storedValues.ts';
import { isScan, validatedField } from '../operationHelpers/updateRules.ts';
import { newVersion, prepareUpdates, writeUpdates } from '../operationHelpers/updating.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { names } from '../stores/articles.ts';

export default writes(
  articleUpdate,
  async (calls, { articles, numbers, claims, clock }) => {
    const dependencies = {
      store: articles,
      numbers,
      claims,
      clock,
      numbered: 'article',
      fields: articleFields,
    } as const;
    const { accepted, refusals } = await prepareUpdates(calls, dependencies);
    await writeUpdates([...accepted.values()], dependencies);

    return (call) => {
      const refusal = refusals.get(call);
      if (refusal) return refusal;
      const update = accepted.get(call);
      if (!update) return refused('article_not_found');
      return done({
        article_ident: call.input.article_ident,
        ...newVersion(update),
        ...answeredFields(update.changedFields, articleFields),
      });
    };
  },
  {
    locksRecord: ({ article_ident }) => article_ident,
    isNumbered: (input) => validatedField(input) === 'article_nr',
    isExpensive: (input) => isScan(input, names),
  },
);
