import { expect } from 'chai';
import { clientOf } from './client.ts';
import type { Step } from './step.ts';

/** Number of requests of the largest size that is accepted, which are more than MAX_BYTES together. */
const requests = 200;
const body = JSON.stringify({ article_title: 'Tea', article_description: 'x'.repeat(1_000_000) });

export const largeBodies: Step = {
  name: 'keeps within its memory when large requests come at once',
  run: async ({ stack, printLine }) => {
    const client = clientOf(stack, await stack.newSigner('Large bodies'));
    const sent = await Promise.all(
      Array.from({ length: requests }, () => client.send('article.create', body)),
    );
    await client.close();
    const gateways = await stack.containers('gateway');
    const ends = await stack.docker(
      'inspect',
      '--format',
      '{{.RestartCount}} {{.State.OOMKilled}}',
      ...gateways,
    );

    expect(new Set(ends.trim().split('\n'))).to.deep.equal(new Set(['0 false']));
    const codes = new Set(sent.map(({ code }) => code));
    expect([...codes]).to.satisfy((all: string[]) =>
      all.every((code) => ['field_invalid', 'unavailable'].includes(code)),
    );
    const usage = await stack.docker('stats', '--no-stream', '--format', '{{.MemUsage}}', ...gateways);
    printLine(`gateways: ${usage.trim().replaceAll('\n', ', ')}`);
  },
};
