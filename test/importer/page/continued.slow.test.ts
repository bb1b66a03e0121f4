import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { cluster } from '../../support/cluster.ts';
import { articlesCsv } from '../../support/imports.ts';
import { storedRows } from '../../support/stored.ts';
import { until } from '../../support/until.ts';
import { type ImportPageServer, startImportPageServer } from './pageServer.ts';

describe('import page that ends in the middle (imports thousands of rows)', () => {
  const rows = 6_000;

  it('continues when the same file is given again', async () => {
    const { url } = await cluster();
    const { id, appId, apiSecret } = await newAccount();
    const service = { url, appId, apiSecret };
    const first = await startImportPageServer({ service });
    await begin(first);
    await until(async () => ((await first.state()).task?.rows ?? 0) >= 500);
    await first.stop({ keepsFiles: true });
    const before = (await storedRows('articles', id)).length;
    const second = await startImportPageServer({ service, dataFolder: first.dataFolder });
    await begin(second);
    await until(async () => (await second.state()).end?.summary.isFinished === true);
    const { end } = await second.state();
    const runs = await second.get('api/history');
    await second.stop();

    expect(before).to.be.within(500, rows - 1);
    expect(end?.summary).to.include({ rows, created: rows, isFinished: true });
    expect(await storedRows('articles', id)).to.have.length(rows);
    expect(runs).to.have.length(1);
  });

  async function begin({ post, state }: ImportPageServer): Promise<void> {
    await post('api/file?name=list.csv', articlesCsv(rows));
    await post('api/settings', { resource: 'articles', options: [] });
    await until(async () => (await state()).isReady);
    await post('api/plan');
    await until(async () => (await state()).plan !== undefined && (await state()).task === undefined);
    await post('api/start');
  }
});
