import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Drawing, drawing } from '../../test/support/random.ts';
import { rawRequest } from '../../test/support/rawRequest.ts';
import { signedV2 } from '../../test/support/signatures.ts';
import { TcpProxy } from '../../test/support/tcpProxy.ts';
import { Apps } from '../../workers/stores/apps.ts';
import { type Attack, type LoadedAttack, sharedCluster, underLoad } from './attack.ts';
import { answersTo, inTurn, newVictim, type Target } from './target.ts';

/** Milliseconds that a network is hostile. */
const hostileMs = 5_000;

/** Maximum milliseconds by which bytes are delayed. */
const maxDelayMs = 30;

/** One in so many pieces is cut off in the middle, and the connection with it; one in so many is delayed. */
const cutOneIn = 200;
const delayOneIn = 5;

/** Cuts and delays. Bytes of other connections overtake delayed ones; within a connection, TCP keeps their order. */
function hostile(draw: Drawing, counts: { cuts: number; delays: number }): NonNullable<TcpProxy['mangle']> {
  return async (bytes) => {
    if (draw.below(cutOneIn) === 0) {
      counts.cuts += 1;
      return undefined;
    }
    if (draw.below(delayOneIn) === 0) {
      counts.delays += 1;
      await delay(draw.below(maxDelayMs));
    }
    return bytes;
  };
}

function hostileNetwork(to: 'redis' | 'mariadb', name: string): LoadedAttack {
  return {
    name: `hostile network to ${name}`,
    done: `a proxy cuts the connection at one of ${cutOneIn} pieces of data, in either direction, and delays one of ${delayOneIn} by up to ${maxDelayMs} ms, for ${hostileMs / 1_000} s`,
    holds:
      'calls wait, and are done once; after their deadline 503 or 504. Bytes that are changed on the way are for TLS to notice',
    mayFailWith: [503, 504],
    harm: async ({ cluster, draw }) => {
      const { proxy } = cluster[to];
      const counts = { cuts: 0, delays: 0 };
      proxy.mangle = hostile(draw, counts);
      await delay(hostileMs);
      proxy.mangle = undefined;
      return `${counts.cuts} cuts, ${counts.delays} delays`;
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
export async function tamper(target: Target, seed: number, count: number): Promise<string> {
  const { database, ports } = target;
  const victim = await newVictim(target, 'tampered');
  await new Apps(database).set(victim.appId, { signature: 'v2-required' });
  let accepted = 0;
  await inTurn(count, atOnce, async (index) => {
    const body = JSON.stringify({ article_title: `title ${index}` });
    const headers = { 'Idempotency-Key': randomUUID() };
    const signed = signedV2(victim, { method: 'article.create', body, headers });
    const bytes = tampered(rawRequest(victim, signed), drawing(seed + index));
    const [status] = await answersTo(ports[index % ports.length] as number, bytes);
    if (status === '200') accepted += 1;
  });
  const rows = database('articles').where({ account_id: victim.account });
  const titles: readonly string[] = await rows.pluck('article_title');
  const wrong = titles.filter((title) => !/^title \d+$/.test(title) || Number(title.slice(6)) >= count);
  const doubled = titles.length - new Set(titles).size;
  if (wrong.length + doubled > 0)
    throw new Error(`${wrong.length} articles are not what was sent, and ${doubled} were created twice`);
  return `${accepted} of ${count} requests answered with 200; ${titles.length} articles, each as it was sent, once`;
}

/** A program that can see and change what is on its way. */
export const networkAttacks: readonly Attack[] = [
  underLoad(hostileNetwork('redis', 'Redis')),
  underLoad(hostileNetwork('mariadb', 'the database')),
  {
    name: 'hostile proxy before the gateway',
    done: `a proxy changes, repeats, leaves out, swaps or sends twice bytes of ${requests.toLocaleString('en')} creates with signature v2, as drawn`,
    holds: 'each request is done at most once, and only as it was sent',
    run: async (ground) => tamper((await sharedCluster(ground)).target, ground.seed, requests),
  },
];
