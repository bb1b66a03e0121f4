import { expect } from 'chai';
import { RejectionCounts } from '../../../gateway/monitor/rejectionCounts.ts';

describe('rejections of the last ten seconds', () => {
  for (const method of ['article.read', 'batch.run', 'no.such', 'toString', 'constructor', '__proto__', ''])
    it(`count a request for ${JSON.stringify(method)}`, () => {
      const rejections = new RejectionCounts();
      rejections.sample();

      rejections.handlers.request?.({ method, reason: 'app_rate' } as never);
      rejections.sample();

      expect(rejections.all).to.deep.equal({ app_rate: 1 });
    });
});
