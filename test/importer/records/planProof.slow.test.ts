import { expect } from 'chai';
import { provePlan } from '../../../bench/plan/planProof.ts';
import { PlanRows } from '../../../bench/plan/planRows.ts';
import { storedDifferences } from '../../../bench/plan/storedRecords.ts';
import { newAccount } from '../../support/account.ts';
import { cluster } from '../../support/cluster.ts';
import { compiled } from '../../support/command.ts';
import { cleanUp, emptyFolder } from '../../support/dataFolders.ts';
import { database } from '../../support/servers.ts';

/** The same with 200,000 rows: `npm run bench -- import-plan`. */
describe('the counts of a dry run', () => {
  before(compiled);
  after(cleanUp);

  it('are compared with records: a value that is not right is found', async () => {
    const { id, ...app } = await newAccount();
    const list = new PlanRows('articles', 20);
    const { article_ident } = await app.client.article.create({
      ...(list.original(0) as { article_title: string }),
      ...{ article_type: 'csv', article_sku: 'wrong' },
    });
    await app.client.article.update({ article_ident, article_ean: '' });

    const differences = await storedDifferences(list, [], database(), id);

    expect(differences.filter((difference) => difference.startsWith('articles-0:'))).to.deep.equal([
      'articles-0: article_sku must be SKU-0, not wrong',
      'articles-0: article_ean must be 4000000000006, not ',
      'articles-0: it was written',
    ]);
    expect(differences)
      .to.include('articles-1 is missing')
      .and.to.have.length(3 + 22);
  });

  for (const resource of ['articles', 'customers'] as const)
    it(`are those of the import of ${resource}, except rows whose records somebody edited, which are refused and listed`, async () => {
      const { appId, apiSecret, id } = await newAccount();
      const site = {
        target: { url: (await cluster()).url, appId, apiSecret },
        ...{ account: id, database: database(), folder: await emptyFolder(), parts: [] },
      };

      const proof = await provePlan(new PlanRows(resource, 600), 28, site);

      expect(proof.differences).to.deep.equal([]);
      expect(proof).to.include({ rows: 600, edits: 28, moved: 24 });
      expect(proof.dryRun.counts).to.include({ created: 90, updated: 150, unchanged: 240 });
      expect(proof.dryRun.counts).to.include({ repeated: 30, refused: 90 });
      expect(proof.run.counts.refused).to.equal(90 + 24);
    }).timeout(120_000);
});
