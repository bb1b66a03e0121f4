import { expect } from 'chai';
import type { Stack } from './stack.ts';
import type { Step } from './step.ts';

/** Milliseconds of processor time for one check, every ten seconds: one that starts Node takes more. */
const limits = { gateway: 30, 'worker-article': 30, mysql: 60, redis: 60 };

const rounds = 5;

export const healthChecks: Step = {
  name: 'checks health with little processor time',
  run: async ({ stack, printLine }) => {
    for (const [service, limit] of Object.entries(limits)) {
      const cost = await costOfCheck(stack, service);
      printLine(`${service}: ${cost.toFixed(0)} ms`);
      expect(cost, service).to.be.below(limit);
    }
  },
};

/** Runs the check of a service in its container, as Docker does. */
async function costOfCheck(stack: Stack, service: string): Promise<number> {
  const [id = ''] = await stack.containers(service);
  const format = '{{json .Config.Healthcheck.Test}}';
  const [kind, ...words] = JSON.parse(await stack.docker('inspect', '--format', format, id)) as string[];
  const command = kind === 'CMD-SHELL' ? ['sh', '-c', ...words] : words;
  const line = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const script = `for round in ${'x '.repeat(rounds)}; do ${line} >/dev/null || exit 1; done; times`;
  const [printed = ''] = await stack.inside(service, script);
  const milliseconds = [...printed.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60_000 + Number(seconds) * 1_000,
  );
  return milliseconds.reduce((sum, one) => sum + one, 0) / rounds;
}
