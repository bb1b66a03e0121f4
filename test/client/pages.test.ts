import { expect } from 'chai';
import { AbortedError, type CallOptions, follow, pages } from '../../client/webClient.ts';
import { thrown } from '../support/thrown.ts';

interface ListRequest {
  readonly limit?: number;
  readonly cursor?: string;
}

describe('pages', () => {
  it('reads answer after answer until one has no cursor', async () => {
    const asked: ListRequest[] = [];
    const answers = [
      { customers: ['a', 'b'], cursor: 'after b' },
      { customers: ['c'], cursor: null },
    ];
    const list = async (request: ListRequest) => {
      asked.push(request);
      return answers[asked.length - 1] ?? { customers: [], cursor: null };
    };

    const read: string[] = [];
    for await (const { customers } of pages(list, { limit: 2 })) read.push(...customers);

    expect(read).to.deep.equal(['a', 'b', 'c']);
    expect(asked).to.deep.equal([{ limit: 2 }, { limit: 2, cursor: 'after b' }]);
  });

  it('asks for no more pages than are read', async () => {
    let asked = 0;
    const list = async ({ cursor = '0' }: ListRequest) => {
      asked += 1;
      return { customers: [], cursor: `${Number(cursor) + 1}` };
    };

    for await (const { cursor } of pages(list, {})) if (cursor === '3') break;

    expect(asked).to.equal(3);
  });
});

describe('follow', () => {
  it('goes on from each cursor, with the options of the call, until a call throws', async () => {
    const asked: (string | undefined)[] = [];
    const { signal } = new AbortController();
    const list = async ({ after }: { readonly after?: string }, options?: CallOptions) => {
      asked.push(after);
      expect(options?.signal).to.equal(signal);
      if (asked.length === 4) throw new AbortedError('the call was aborted', { code: 'aborted' });
      return { changes: [], cursor: `c${asked.length}` };
    };

    const cursors: string[] = [];
    const error = await thrown(async () => {
      for await (const { cursor } of follow(list, { after: 'c0' }, { signal })) cursors.push(cursor);
    });

    expect(error).to.be.instanceOf(AbortedError);
    expect(asked).to.deep.equal(['c0', 'c1', 'c2', 'c3']);
    expect(cursors).to.deep.equal(['c1', 'c2', 'c3']);
  });
});
