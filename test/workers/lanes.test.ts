import { expect } from 'chai';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { implementations } from '../../workers/operations/implementations.ts';
import { Coalescer } from '../../workers/sets/coalescer.ts';
import { callOf } from '../support/calls.ts';
import { type AnswerSet, settling } from '../support/setResults.ts';
import { coalescerOptions } from '../support/setRunners.ts';

describe('coalescer of the bulk lane', () => {
  for (const [method, max] of [
    ['article.read', 1],
    ['article.delete', 1],
  ] as const)
    it(`runs ${max} set of ${method} at a time, so that single calls find processor and database free`, async () => {
      let inFlight = 0;
      let seen = 0;
      const runSet: AnswerSet = async (calls) => {
        inFlight += 1;
        seen = Math.max(seen, inFlight);
        await new Promise(setImmediate);
        inFlight -= 1;
        return calls.map(() => 'expired');
      };
      const coalescer = new Coalescer(
        implementations[method],
        settling(runSet),
        ignoreEvents,
        coalescerOptions('bulk'),
      );
      const settled: unknown[] = [];

      for (let index = 0; index < 600; index += 1)
        coalescer.add([
          {
            call: callOf(method, 1, { article_ident: `art_${index}` }),
            settle: (reply) => settled.push(reply),
            expire: () => settled.push('expired'),
          },
        ]);
      while (settled.length < 600) await new Promise(setImmediate);

      expect(seen).to.equal(max);
    });
});
