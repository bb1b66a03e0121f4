import { expect } from 'chai';
import { checkSources } from './checks.ts';
import type { TestEvent } from './messages.ts';

describe('checking the sources', () => {
  it('fails for what a program finds, with all that it printed, and goes on with the next one', async () => {
    const events: TestEvent[] = [];
    await checkSources((event) => events.push(event), new AbortController().signal, [
      ['types', 'tsc', '--project', 'missing.json'],
      ['form', 'biome', '--version'],
    ]);

    expect(events.map(({ kind }) => kind)).to.deep.equal(['suite', 'fail', 'pass', 'suite end']);
    expect(events[1]).to.deep.include({ titlePath: ['the sources', 'types'] });
    expect(events[1]).to.have.nested.property('error.message').that.includes('missing.json');
  });
});
