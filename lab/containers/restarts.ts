import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { clientOf } from './client.ts';
import { isReady } from './ready.ts';
import { settled } from './settled.ts';
import type { Step } from './step.ts';

/** Milliseconds: what starts MySQL and asks it once needs no minute. */
const maxWaitMs = 60_000;

export const wrongPassword: Step = {
  name: 'says in seconds that the password of the database is wrong',
  run: async ({ stack, printLine }) => {
    const file = path.join(stack.folder, 'secrets/migrate_url');
    const right = await readFile(file, 'utf8');
    await stack.compose('stop');
    await replace(file, right.replace(/:[^:@]*@/, ':wrong@'));
    const startedAt = performance.now();
    const { code } = await stack.tryCompose('up', '--detach', '--wait', 'gateway');
    const took = performance.now() - startedAt;
    const { printed } = await stack.tryCompose('logs', 'migrate');
    await replace(file, right);

    expect(code).to.equal(1);
    expect(printed).to.match(/the database rejects the user or password of DATABASE_URL/);
    expect(took).to.be.below(maxWaitMs);
    printLine(`after ${(took / 1_000).toFixed(1)} s`);
    // Whether each role gets healthy at its first start on a busy machine is not what is tested.
    await stack.tryCompose('up', '--detach', 'gateway');
    await settled(() => isReady(stack.urls[0] as string));
  },
};

export const malformedKey: Step = {
  name: 'gives up on a gateway whose key is malformed, and says so',
  run: async ({ stack }) => {
    const file = path.join(stack.folder, 'secrets/counterfoil_secret_key');
    const right = await readFile(file, 'utf8');
    await replace(file, 'short');
    const again = ['--detach', '--no-deps', '--force-recreate', '--wait', '--wait-timeout'];
    const { code } = await stack.tryCompose('up', ...again, '20', 'gateway');
    const { printed } = await stack.tryCompose('logs', 'gateway');
    await replace(file, right);
    await stack.compose('up', ...again, '300', 'gateway');

    expect(code).to.equal(1);
    expect(printed).to.match(/COUNTERFOIL_SECRET_KEY must be 32 bytes in base64/);
  },
};

export const stopAndStart: Step = {
  name: 'stops in order, and starts again with its data',
  run: async ({ stack, printLine }) => {
    const client = clientOf(stack, await stack.newSigner('Stop and start'));
    const { article_ident } = await client.article.create({ article_title: 'Kept' });
    const startedAt = performance.now();
    await stack.compose('stop');
    const stopped = performance.now();
    const ended = await stack.compose('ps', '--all', '--format', '{{.Service}} {{.ExitCode}}');
    await stack.compose('up', '--detach', '--wait', 'gateway');
    const started = performance.now();

    expect(await client.article.read({ article_ident })).to.include({ article_title: 'Kept' });
    await client.close();
    expect(
      ended
        .trim()
        .split('\n')
        .filter((line) => !line.endsWith(' 0')),
    ).to.deep.equal([]);
    printLine(
      `stopped in ${seconds(stopped - startedAt)}, ready ${seconds(started - stopped)} after the start`,
    );
  },
};

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

async function replace(file: string, text: string): Promise<void> {
  await chmod(file, 0o644);
  await writeFile(file, text);
}
