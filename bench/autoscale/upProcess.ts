import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import { freePort } from '../../standalone/system/ports.ts';

const program = path.resolve('dist/cli/main.js');
const stopMs = 60_000;

export interface RunningUp {
  readonly url: string;
  readonly appId: string;
  readonly apiSecret: string;
  onLine(listener: (line: string) => void): void;
}

/** Runs `up` with an empty data folder until the lifecycle stops. Rejects if `up` ends before it is ready. */
export async function startUp(
  parameters: readonly string[],
  settings: Readonly<Record<string, string>>,
  lifecycle: Lifecycle,
): Promise<RunningUp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-bench-'));
  lifecycle.onStop('data folder', () => rm(folder, { recursive: true, force: true }));
  const env = { ...process.env, COUNTERFOIL_DATA: folder, PORT: `${await freePort()}`, ...settings };
  const child = spawn(process.execPath, [program, 'up', ...parameters], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  lifecycle.onStop('up', stop, stopMs);
  const listeners: ((line: string) => void)[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    void ended.then(() => reject(new Error('up has ended')));
    for (const output of [child.stdout, child.stderr])
      createInterface({ input: output }).on('line', (line) => {
        if (line.includes('Ctrl-C stops everything')) resolve();
        for (const listener of listeners) listener(line);
      });
  });
  await ready;
  const demo = parseEnv(await readFile(path.join(folder, 'demo.env'), 'utf8'));
  const {
    COUNTERFOIL_URL: url = '',
    COUNTERFOIL_APP_ID: appId = '',
    COUNTERFOIL_API_SECRET: apiSecret = '',
  } = demo;
  return { url, appId, apiSecret, onLine: (listener) => void listeners.push(listener) };
}
