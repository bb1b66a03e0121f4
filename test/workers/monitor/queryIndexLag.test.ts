import { expect } from 'chai';
import { QueryIndexLag } from '../../../workers/monitor/queryIndexLag.ts';
import { until } from '../../support/until.ts';

describe('lag of the query index', () => {
  it('is what was measured last, and nothing once measurements have failed for long', async () => {
    const lag = new QueryIndexLag(100);
    const measured = { accounts: 1, changes: 2, seconds: 3 };
    expect(lag.state).to.equal(undefined);

    lag.handlers.query_index_measured?.(measured);

    expect(lag.state).to.deep.equal(measured);
    await until(() => lag.state === undefined);
  });
});
