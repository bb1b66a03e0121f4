import { expect } from 'chai';
import { makeNextRelease } from '../upgrade/nextRelease.ts';
import { layOutPresent } from './checkout.ts';
import { expectSound } from './crashes.ts';
import { underLoad } from './load.ts';
import { isReady } from './ready.ts';
import { settled } from './settled.ts';
import type { Stack } from './stack.ts';
import type { Step } from './step.ts';

export const startsTwoGateways: Step = {
  name: 'starts with two gateways',
  run: async ({ stack }) => {
    await layOutPresent(stack.folder);
    await stack.set({ GATEWAYS: 2 });
    await stack.run('deploy/make-secrets');
    await stack.compose('build');
    // Whether it gets healthy in time on a busy machine is not what is tested.
    await stack.tryCompose('up', '--detach', 'gateway');
    await settled(async () => (await Promise.all(stack.urls.map(isReady))).every(Boolean));
  },
};

export const restartsInTurn: Step = {
  name: 'restarts every container in turn under load without a failed call',
  run: async (tools) => {
    const { stack, restarts, printLine } = tools;
    const ids = await stack.containers('gateway', ...(await stack.workers()), 'redis', 'mysql');
    const restartAll = async () => {
      for (const id of Array.from({ length: restarts }, () => ids).flat()) {
        await stack.docker('restart', id);
        await settled(async () => (await healthOf(stack, id)) === 'healthy');
      }
    };

    const outcome = await underLoad(stack, 'Restarts', restartAll, tools);

    expectSound(outcome);
    expect(outcome.failed).to.deep.equal([]);
    printLine(
      `${ids.length} containers, ${restarts} times each, ${outcome.calls} calls, slowest ${outcome.slowestMs} ms`,
    );
  },
};

async function healthOf(stack: Stack, id: string): Promise<string> {
  return (await stack.docker('inspect', '--format', '{{.State.Health.Status}}', id)).trim();
}

export const upgrade: Step = {
  name: 'is upgraded to a made-up next release under load without a failed call',
  run: (tools) => replaceAllUnderLoad('Upgrade', upgradeToNext, tools),
};

/** Only the content of a file in secrets/ changes: Compose alone would keep the workers. */
export const newSecretKey: Step = {
  name: 'gets a new secret key under load without a failed call',
  run: (tools) => replaceAllUnderLoad('Secret key', replaceSecretKey, tools),
};

async function replaceAllUnderLoad(
  what: string,
  replace: (stack: Stack) => Promise<unknown>,
  tools: Parameters<Step['run']>[0],
): Promise<void> {
  const { stack, printLine } = tools;
  const before = await stack.containers('gateway', ...(await stack.workers()));

  const outcome = await underLoad(stack, what, () => replace(stack), tools);

  expectSound(outcome);
  expect(outcome.failed).to.deep.equal([]);
  const after = await stack.containers('gateway', ...(await stack.workers()));
  expect(after).to.have.length(before.length);
  expect(after.filter((id) => before.includes(id))).to.deep.equal([]);
  printLine(`${outcome.calls} calls, slowest ${outcome.slowestMs} ms`);
}

/** Follows the steps of docs/containers.md. */
async function replaceSecretKey(stack: Stack): Promise<void> {
  await stack.run('deploy/make-secrets', '--new-key');
  await stack.run('deploy/compose-upgrade');
  await stack.compose('run', '--rm', 'admin', 'key', 'rotate');
  await stack.run('deploy/make-secrets', '--drop-former-key');
  await stack.run('deploy/compose-upgrade');
}

/** Upgrades as operators do: `git pull` and the script. */
async function upgradeToNext(stack: Stack): Promise<void> {
  await layOutPresent(stack.folder);
  await makeNextRelease(stack.folder);
  await stack.run('deploy/compose-upgrade');
}

/** The servers, too, get what the file says; calls wait for them. */
export const serverUpgrade: Step = {
  name: 'replaces MySQL and Redis under load without losing or doubling a call',
  run: async (tools) => {
    const { stack, printLine } = tools;
    await stack.set({ MYSQL_BUFFER_POOL: '640M', REDIS_MEMORY: '300mb' });

    const outcome = await underLoad(
      stack,
      'Servers',
      () => stack.run('deploy/compose-upgrade', '--servers'),
      tools,
    );

    expectSound(outcome);
    expect(outcome.failed).to.deep.equal([]);
    printLine(`${outcome.calls} calls, slowest ${outcome.slowestMs} ms`);
  },
};
