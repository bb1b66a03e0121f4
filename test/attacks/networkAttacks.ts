import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { accountOf, createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import { Apps } from '../../workers/stores/apps.ts';
import { faultSecretKey } from '../faults/faultCluster.ts';
import type { Drawing } from '../support/random.ts';
import { drawing } from '../support/random.ts';
import { exchange, rawRequest } from '../support/rawRequest.ts';
import { signedV2 } from '../support/signatures.ts';
import { TcpProxy } from '../support/tcpProxy.ts';
import { type Attack, type Ground, type LoadedAttack, underLoad } from './attack.ts';

/** Milliseconds that a network is hostile. */
const hostileMs = 5_000;

/** Maximum milliseconds by which bytes are delayed. */
const maxDelayMs = 30;

/** One in so many pieces is cut off in the middle, and the connection with it; one in so many is delayed. */
const cutOneIn = 200;
const delayOneIn = 5;

/** Cuts and delays. Bytes of other connections overtake delayed ones; within a connection, TCP keeps their order. */
function hostile(draw: Drawing): NonNullable<TcpProxy['mangle']> {
  return async (bytes) => {
    if (draw.below(cutOneIn) === 0) return undefined;
    if (draw.below(delayOneIn) === 0) await delay(draw.below(maxDelayMs));
    return bytes;
  };
}

function hostileNetwork(to: 'redis' | 'mariadb', name: string): LoadedAttack {
  return {
    name: `hostile network to ${name}`,
    done: `a proxy cuts the connection at one of ${cutOneIn} pieces of data, in either direction, and delays one of ${delayOneIn} by up to ${maxDelayMs} ms, for ${hostileMs / 1_000} s`,
    holds:
      'calls wait, and are done once; after their deadline 503 or 504. Bytes that are changed on the way are for TLS to notice ([how to](deploying.md))',
    mayFailWith: [503, 504],
    harm: async ({ cluster, draw }) => {
      const { proxy } = cluster[to];
      proxy.mangle = hostile(draw);
      await delay(hostileMs);
      proxy.mangle = undefined;
      return undefined;
    },
  };
}

const requests = 2_000;
const atOnce = 8;

/** Changes one byte, repeats some, leaves some out, or swaps two pieces of a request. */
function tampered(bytes: Buffer, draw: Drawing): Buffer {
  const [from, to] = [draw.below(bytes.length), draw.below(bytes.length)].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  const [before, piece, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
  const kinds: readonly (() => Buffer)[] = [
    () => Buffer.concat([before, Buffer.from([draw.below(256)]), bytes.subarray(from + 1)]),
    () => Buffer.concat([before, piece, piece, after]),
    () => Buffer.concat([before, after]),
    () => Buffer.concat([before, after, piece]),
    () => bytes.subarray(0, from),
    () => Buffer.concat([bytes, bytes]),
  ];
  return draw.one(kinds)();
}

/** The sender wants one article of each title; whoever carries the requests can't make it another or a second one. */
async function tamper({ cluster: shared, seed }: Ground): Promise<string> {
  const { database, ports } = await shared();
  const ident = await createAccount(database, { name: 'tampered', ...defaultSettings });
  const { app_id: appId, api_secret: apiSecret } = await createApp(database, ident, faultSecretKey);
  await new Apps(database).set(appId, { signature: 'v2-required' });
  const counts = { accepted: 0, refused: 0 };
  let next = 0;
  const send = async () => {
    while (next < requests) {
      const at = next++;
      const body = JSON.stringify({ article_title: `title ${at}` });
      const signed = signedV2(
        { appId, apiSecret },
        { method: 'article.create', body, headers: { 'Idempotency-Key': randomUUID() } },
      );
      const bytes = tampered(rawRequest({ appId, apiSecret }, signed), drawing(seed + at));
      const answer = await Promise.race([
        exchange(bytes, ports[at % ports.length]).catch(() => undefined),
        delay(1_000, undefined),
      ]);
      counts[answer?.status === 200 ? 'accepted' : 'refused'] += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  const { id } = await accountOf(database, ident);
  const titles: readonly string[] = await database('articles')
    .where({ account_id: id })
    .pluck('article_title');
  const wrong = titles.filter((title) => !/^title \d+$/.test(title) || Number(title.slice(6)) >= requests);
  const doubled = titles.length - new Set(titles).size;
  if (wrong.length + doubled > 0)
    throw new Error(`${wrong.length} articles are not what was sent, and ${doubled} were created twice`);
  return `${requests} requests: ${counts.accepted} accepted, ${counts.refused} refused or not answered; ${titles.length} articles, each as it was sent, once`;
}

/** Who can see and change what is on its way. */
export const networkAttacks: readonly Attack[] = [
  underLoad(hostileNetwork('redis', 'Redis')),
  underLoad(hostileNetwork('mariadb', 'the database')),
  {
    name: 'hostile proxy before the gateway',
    done: `${requests.toLocaleString('en')} creates with signature v2, of which bytes are changed, repeated, left out, swapped or sent twice as drawn`,
    holds: 'a request is done as it was sent, at most once, or not at all',
    run: tamper,
  },
];
