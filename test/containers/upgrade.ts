import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { commandsBelow } from '../support/documentCommands.ts';
import { layOutPresent, layOutRelease } from './checkout.ts';
import { expectSound } from './crashes.ts';
import { underLoad } from './load.ts';
import { isReady } from './ready.ts';
import { settled } from './settled.ts';
import type { Stack } from './stack.ts';
import type { Step } from './step.ts';

/** An installation of the previous release, as its own files start it. */
export function startsPrevious(reference: string): Step {
  return {
    name: `starts the previous release (${reference.slice(0, 12)})`,
    run: async ({ stack }) => {
      await layOutRelease(reference, stack.folder);
      const redis = randomBytes(24).toString('hex');
      const key = randomBytes(32).toString('base64');
      await stack.set({
        GATEWAYS: 2,
        REDIS_PASSWORD: redis,
        COUNTERFOIL_SECRET_KEY: key,
      });
      if (existsSync(path.join(stack.folder, 'deploy/make-secrets'))) await stack.run('deploy/make-secrets');
      await stack.compose('build');
      // Whether it gets healthy in time on a busy machine is not what is tested.
      await stack.tryCompose('up', '--detach', '--scale', 'gateway=2', 'gateway');
      await settled(async () => (await Promise.all(stack.urls.map(isReady))).every(Boolean));
    },
  };
}

export const upgrade: Step = {
  name: 'is upgraded under load without a failed call',
  run: async (tools) => {
    const { stack, printLine } = tools;
    const before = await stack.containers('gateway', ...(await stack.workers()));

    // The first releases have none.
    const contracts = ['shared/calls/batch.ts', 'shared/operations/batch.run.ts'];
    const hasBatches = contracts.some((file) => existsSync(path.join(stack.folder, file)));

    const met = await underLoad(stack, 'Upgrade', () => upgradeToPresent(stack), { ...tools, hasBatches });

    expectSound(met);
    expect(met.failed).to.deep.equal([]);
    const after = await stack.containers('gateway', ...(await stack.workers()));
    // A release may run more workers than the one before it: 0.1.0 had one for accounts.
    expect(after.length).to.be.at.least(before.length);
    expect(after.filter((id) => before.includes(id))).to.deep.equal([]);
    printLine(`${met.calls} calls, slowest ${met.slowestMs} ms`);
  },
};

/** As operators do it: `git pull`, what CHANGELOG.md says, and the script. */
async function upgradeToPresent(stack: Stack): Promise<void> {
  await layOutPresent(stack.folder);
  if (!existsSync(path.join(stack.folder, 'secrets/database_root_password')))
    await stack.run('bash', '-c', commandsBelow('CHANGELOG.md', 'Unreleased'));
  await stack.run('deploy/compose-upgrade');
}

/** The servers, too, get what the file says; calls wait for them. */
export const serverUpgrade: Step = {
  name: 'replaces MySQL and Redis under load without losing or doubling a call',
  run: async (tools) => {
    const { stack, printLine } = tools;
    await stack.set({ MYSQL_BUFFER_POOL: '640M', REDIS_MEMORY: '300mb' });

    const met = await underLoad(
      stack,
      'Servers',
      () => stack.run('deploy/compose-upgrade', '--servers'),
      tools,
    );

    expectSound(met);
    expect(met.failed).to.deep.equal([]);
    printLine(`${met.calls} calls, slowest ${met.slowestMs} ms`);
  },
};
