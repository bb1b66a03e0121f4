import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { accountOf, createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import type { Signer } from '../../test/support/rawRequest.ts';
import type { Database } from '../../workers/database/database.ts';

/** Gateways, and the database that shows what they did. */
export interface Target {
  readonly database: Database;
  /** Ports of the gateways. */
  readonly ports: readonly number[];
  /** Secret key of the gateways. */
  readonly secretKey: Buffer;
}

/** An app of an account of its own. */
export interface Victim extends Signer {
  readonly account: number;
}

export async function newVictim({ database, secretKey }: Target, name: string): Promise<Victim> {
  const ident = await createAccount(database, { name, ...defaultSettings });
  const { app_id, api_secret } = await createApp(database, ident, secretKey);
  const { id } = await accountOf(database, ident);
  return { account: id, appId: app_id, apiSecret: api_secret };
}

/** Runs the work for each number below the count, some at once. */
export async function inTurn(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}

/** Milliseconds that a case waits for an answer, and for another one: a request that is not whole gets none so soon. */
const answerMs = 500;
const secondAnswerMs = 50;

/** The statuses of all answers on a connection of its own, until the gateway closes it or nothing more comes. */
export async function answersTo(port: number, bytes: Buffer): Promise<readonly string[]> {
  const socket = connect({ port, host: '127.0.0.1' });
  let received = '';
  socket.on('error', () => {});
  socket.on('data', (part) => {
    received += part.toString('latin1');
  });
  const closed = once(socket, 'close').catch(() => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  await Promise.race([closed, quiet(() => received.length)]);
  socket.destroy();
  return [...received.matchAll(/^HTTP\/1\.1 (\d\d\d) /gm)]
    .map(([, status = '']) => status)
    .filter((status) => status !== '100');
}

/** Resolves when nothing more has come for a while. */
async function quiet(length: () => number): Promise<void> {
  for (let waitedMs = 0; length() === 0 && waitedMs < answerMs; waitedMs += secondAnswerMs)
    await delay(secondAnswerMs);
  for (let before = -1; before !== length(); await delay(secondAnswerMs)) before = length();
}
