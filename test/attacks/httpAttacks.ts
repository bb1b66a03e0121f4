import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { accountOf, createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import { residentBytesOf } from '../../bench/support/processes.ts';
import { faultSecretKey } from '../faults/faultCluster.ts';
import type { Role } from '../faults/role.ts';
import { drawing } from '../support/random.ts';
import { rawRequest, type Signer } from '../support/rawRequest.ts';
import { type Attack, type Ground } from './attack.ts';
import { drawnRequest } from './drawnHttp.ts';

const cases = 5_000;
const atOnce = 16;

/** Milliseconds that a case waits for an answer, and for another one: a request that is not whole gets none so soon. */
const answerMs = 300;
const secondAnswerMs = 50;

const mebibyte = 1_048_576;
const maxGrowthMebibytes = 200;
const smuggledTitle = 'smuggled';

async function sendDrawn({ cluster: shared, seed }: Ground): Promise<string> {
  const cluster = await shared();
  const { database, ports, gateways } = cluster;
  const [port, gateway] = [ports[0] as number, gateways[0] as Role];
  const ident = await createAccount(database, { name: 'raw HTTP', ...defaultSettings });
  const { app_id, api_secret } = await createApp(database, ident, faultSecretKey);
  const signer: Signer = { appId: app_id, apiSecret: api_secret };
  const smuggled = rawRequest(signer, {
    method: 'article.create',
    body: JSON.stringify({ article_title: smuggledTitle }),
  }).toString('latin1');
  const before = { bytes: residentBytesOf(gateway.pid), starts: gateway.starts };

  const statuses = new Map<string, number>();
  let next = 0;
  const send = async () => {
    while (next < cases) {
      const at = next++;
      const answers = await answersTo(port, drawnRequest(drawing(seed + at), smuggled));
      const bad =
        answers.length > 1 || answers.some((status) => !/^[45]\d\d$/.test(status) || status === '500');
      if (bad) throw new Error(`case ${at} of seed ${seed} was answered ${answers.join(', ')}`);
      const kind = answers[0] ?? 'no answer';
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));

  const { id } = await accountOf(database, ident);
  const stored = await database('articles').where({ account_id: id });
  if (stored.length > 0) throw new Error(`${stored.length} smuggled requests were run`);
  if (gateway.starts !== before.starts) throw new Error('the gateway ended');
  const growth = Math.round((residentBytesOf(gateway.pid) - before.bytes) / mebibyte);
  if (growth > maxGrowthMebibytes) throw new Error(`its memory grew by ${growth} MiB`);
  const told = [...statuses]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([status, count]) => `${status}: ${count}`);
  return `${cases} requests; ${told.join(', ')}; memory +${growth} MiB`;
}

/** The statuses of all answers on a connection of its own, until the gateway closes it or nothing more comes. */
async function answersTo(port: number, bytes: Buffer): Promise<readonly string[]> {
  const socket = connect({ port, host: '127.0.0.1' });
  let received = '';
  socket.on('error', () => {});
  socket.on('data', (part) => {
    received += part.toString('latin1');
  });
  const closed = once(socket, 'close');
  await once(socket, 'connect').catch(() => undefined);
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
    run: sendDrawn,
  },
];
