import { expect } from 'chai';
import type { Stack } from './stack.ts';
import type { Step } from './step.ts';

export const scaling: Step = {
  name: 'keeps the number of processes that .env asks for, and two account workers',
  run: async ({ stack }) => {
    await stack.set({ GATEWAYS: 2, ARTICLE_WORKERS: 2 });
    const expected = { gateway: 2, 'worker-article': 2, 'worker-account': 2, 'worker-order': 1 };

    await stack.compose('up', '--detach', '--wait', 'gateway');
    expect(await countOf(stack, Object.keys(expected))).to.deep.equal(expected);

    await stack.set({ LOG_LEVEL: 'warn' });
    await stack.compose('up', '--detach', '--wait', 'gateway');
    expect(await countOf(stack, Object.keys(expected))).to.deep.equal(expected);
  },
};

async function countOf(stack: Stack, services: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const counts = await Promise.all(
    services.map(async (service) => [service, (await stack.containers(service)).length] as const),
  );
  return Object.fromEntries(counts);
}
