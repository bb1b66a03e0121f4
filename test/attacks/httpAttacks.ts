import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { residentBytesOf } from '../../bench/support/processes.ts';
import type { Role } from '../faults/role.ts';
import { drawing } from '../support/random.ts';
import { rawRequest } from '../support/rawRequest.ts';
import { type Attack, type Ground } from './attack.ts';
import { drawnRequest } from './drawnHttp.ts';
import { inTurn, newVictim, type Target } from './target.ts';

const cases = 5_000;
const atOnce = 16;

/** Milliseconds that a case waits for an answer, and for another one: a request that is not whole gets none so soon. */
const answerMs = 300;
const secondAnswerMs = 50;

const mebibyte = 1_048_576;
const maxGrowthMebibytes = 200;

async function attackWithDrawn(ground: Ground): Promise<string> {
  const cluster = await ground.cluster();
  const gateway = cluster.gateways[0] as Role;
  const before = { bytes: residentBytesOf(gateway.pid), starts: gateway.starts };
  const seen = await sendDrawn(cluster.target, ground.seed, cases);
  if (gateway.starts !== before.starts) throw new Error('the gateway ended');
  const growth = Math.round((residentBytesOf(gateway.pid) - before.bytes) / mebibyte);
  if (growth > maxGrowthMebibytes) throw new Error(`its memory grew by ${growth} MiB`);
  return `${seen}; memory +${growth} MiB`;
}

/** Sends so many requests to the first gateway; resolves to what they were answered, and throws if one was run. */
export async function sendDrawn(target: Target, seed: number, count: number): Promise<string> {
  const port = target.ports[0] as number;
  const victim = await newVictim(target, 'raw HTTP');
  const smuggled = rawRequest(victim, {
    method: 'article.create',
    body: JSON.stringify({ article_title: 'smuggled' }),
  }).toString('latin1');
  const statuses = new Map<string, number>();
  await inTurn(count, atOnce, async (at) => {
    const answers = await answersTo(port, drawnRequest(drawing(seed + at), smuggled));
    const bad =
      answers.length > 1 || answers.some((status) => !/^[45]\d\d$/.test(status) || status === '500');
    if (bad) throw new Error(`request ${at} of seed ${seed} was answered ${answers.join(', ')}`);
    const kind = answers[0] ?? 'no answer';
    statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
  });
  const stored = await target.database('articles').where({ account_id: victim.account });
  if (stored.length > 0) throw new Error(`${stored.length} smuggled requests were run`);
  const told = [...statuses].toSorted(([one], [other]) => one.localeCompare(other));
  return `${count} requests; ${told.map(([status, times]) => `${status}: ${times}`).join(', ')}`;
}

/** The statuses of all answers on a connection of its own, until the gateway closes it or nothing more comes. */
async function answersTo(port: number, bytes: Buffer): Promise<readonly string[]> {
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

/** Requests that no client library sends. */
export const httpAttacks: readonly Attack[] = [
  {
    name: 'drawn HTTP requests',
    done: `${cases.toLocaleString('en')} requests, whose lengths, chunks, line ends, headers (up to the limits of the parser) and request lines are broken as drawn, each with a signed request hidden in its body`,
    holds: `each gets one 4xx or none; no hidden request is run; the gateway does not end, and its memory grows by at most ${maxGrowthMebibytes} MiB`,
    run: attackWithDrawn,
  },
];
