import { expect } from 'chai';
import { type LoadOutcome, underLoad } from './load.ts';
import { settled } from './settled.ts';
import type { Stack } from './stack.ts';
import type { Step, Tools } from './step.ts';

/** The main process of a container is killed; Docker starts it again. */
export const crashes: readonly Step[] = ['worker-article', 'worker-account', 'redis', 'mysql'].map(
  (service) => ({
    name: `loses and doubles nothing when ${service} is killed under load`,
    run: async (tools: Tools) => {
      const { stack, printLine } = tools;

      const outcome = await underLoad(stack, service, () => crash(stack, service), tools);

      expectSound(outcome);
      expect(outcome.failed).to.deep.equal([]);
      printLine(`${outcome.calls} calls, slowest ${outcome.slowestMs} ms`);
    },
  }),
);

/** Expects every acknowledged record to exist exactly once, unchanged. */
export function expectSound({ lost, doubled, wrong, calls }: LoadOutcome): void {
  expect({ lost, doubled, wrong }).to.deep.equal({ lost: [], doubled: [], wrong: [] });
  expect(calls).to.be.above(100);
}

async function crash(stack: Stack, service: string): Promise<void> {
  const [id = ''] = await stack.containers(service);
  const before = await restartsOf(stack, id);
  // All but the container's init, which ends with the process that it watches.
  await stack.tryDocker('exec', id, 'bash', '-c', 'kill -9 -1');
  await settled(async () => (await restartsOf(stack, id)) > before);
  await settled(async () => (await stateOf(stack, id, '.State.Health.Status')) === 'healthy');
}

async function restartsOf(stack: Stack, id: string): Promise<number> {
  return Number(await stateOf(stack, id, '.RestartCount'));
}

async function stateOf(stack: Stack, id: string, field: string): Promise<string> {
  return (await stack.docker('inspect', '--format', `{{${field}}}`, id)).trim();
}
