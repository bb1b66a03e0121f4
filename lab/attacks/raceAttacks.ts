import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { drawing } from '../../test/support/random.ts';
import { FaultClient } from '../faults/faultClient.ts';
import type { FaultCluster } from '../faults/faultCluster.ts';
import { dataOf } from '../faults/ledger.ts';
import { type Attack, type ClusterOf, sharedCluster } from './attack.ts';
import { newVictim, type Victim } from './target.ts';

const rounds = 50;
const repeats = 30;
const writers = 20;

interface Attacked {
  readonly client: FaultClient;
  readonly cluster: FaultCluster;
  readonly victim: Victim;
}

/** Attacks with a client of an account of its own, which chooses the gateways in turn. */
async function withClient(
  cluster: FaultCluster,
  name: string,
  work: (on: Attacked) => Promise<string>,
): Promise<string> {
  const victim = await newVictim(cluster.target, name);
  const client = clientOf(cluster, victim);
  try {
    return await work({ client, cluster, victim });
  } finally {
    await client.close();
  }
}

function clientOf({ balancer }: FaultCluster, { appId, apiSecret }: Victim): FaultClient {
  return new FaultClient(balancer, { app_id: appId, api_secret: apiSecret });
}

async function repeatAtOnce({ client, cluster, victim }: Attacked): Promise<string> {
  for (let round = 0; round < rounds; round += 1) {
    const key = randomUUID();
    const sent = Array.from({ length: repeats }, () =>
      client.call('article.create', { article_title: `round ${round}` }, key),
    );
    const [first, ...others] = (await Promise.all(sent)).map(({ envelope }) => envelope);
    if (!first?.response || others.some((other) => !isDeepStrictEqual(other, first)))
      throw new Error(`round ${round} was answered in several ways`);
  }
  const stored = await cluster.database('articles').where({ account_id: victim.account });
  if (stored.length !== rounds) throw new Error(`${stored.length} articles after ${rounds} keys`);
  return `${rounds * repeats} calls with ${rounds} keys: ${stored.length} articles`;
}

async function changeAtOnce({ client }: Attacked): Promise<string> {
  const { article_ident } = dataOf(await client.call('article.create', { article_title: 'none' }));
  for (let round = 0; round < rounds; round += 1) {
    const { version } = dataOf(await client.call('article.read', { article_ident }, ''));
    const sent = Array.from({ length: writers }, (_, writer) => {
      const article_title = `round ${round} writer ${writer}`;
      return client.call('article.update', { article_ident, if_version: version, article_title });
    });
    const done = (await Promise.all(sent)).filter(({ outcome }) => outcome === 'done');
    const now = dataOf(await client.call('article.read', { article_ident }, ''));
    if (done.length !== 1 || done[0]?.body.article_title !== now.article_title)
      throw new Error(`${done.length} of ${writers} updates of one version passed in round ${round}`);
  }
  return `${rounds * writers} updates of ${rounds} versions: ${rounds} passed`;
}

const forgeries = 1_000;
const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'];

/** Cursors of lists and of changes: changed in one character, cut off, of the other list, and of another account. */
async function forgeCursors({ client, cluster }: Attacked, seed: number): Promise<string> {
  for (let index = 0; index < 3; index += 1)
    await client.call('article.create', { article_title: `article ${index}` });
  const cursors = {
    'article.list': String(dataOf(await client.call('article.list', { limit: 1 }, '')).cursor),
    'changes.list': String(dataOf(await client.call('changes.list', {}, '')).cursor),
  };
  const stranger = clientOf(cluster, await newVictim(cluster.target, 'stranger'));
  const draw = drawing(seed);
  const refused = async (by: FaultClient, method: keyof typeof cursors, cursor: string) => {
    const field = method === 'changes.list' ? 'after' : 'cursor';
    const { outcome, envelope } = await by.call(method, { [field]: cursor }, '');
    if (outcome !== 'refused')
      throw new Error(`${method} took the cursor ${cursor}: ${JSON.stringify(envelope)}`);
  };
  try {
    for (let index = 0; index < forgeries; index += 1) {
      const method = draw.one(['article.list', 'changes.list'] as const);
      const cursor = cursors[method];
      const place = draw.below(cursor.length);
      const other = draw.one(characters.filter((character) => character !== cursor[place]));
      const cut = cursor.slice(0, place);
      await refused(client, method, draw.one([`${cut}${other}${cursor.slice(place + 1)}`, cut || other]));
    }
    for (const [method, cursor] of Object.entries(cursors) as ['article.list', string][]) {
      await refused(stranger, method, cursor);
      await refused(
        client,
        method,
        method === 'article.list' ? cursors['changes.list'] : cursors['article.list'],
      );
    }
  } finally {
    await stranger.close();
  }
  return `${forgeries} forged cursors, and 4 of another list or account, refused`;
}

/** Calls with one key that race. */
export function repeatsAtOnce(clusterOf: ClusterOf = sharedCluster): Attack {
  return {
    name: `${repeats} repeats at once`,
    done: `${repeats} calls with one \`Idempotency-Key\` are sent to two gateways at once, ${rounds} times`,
    holds: 'one article for each key, and one answer',
    run: async (ground) => withClient(await clusterOf(ground), 'repeats', repeatAtOnce),
  };
}

/** Calls that exclude each other, and cursors that nobody gave. */
export const raceAttacks: readonly Attack[] = [
  repeatsAtOnce(),
  {
    name: `${writers} changes of one version at once`,
    done: `${writers} updates with one \`if_version\` are sent to two gateways at once, ${rounds} times`,
    holds: 'one of them passes, and its values are stored',
    run: async (ground) => withClient(await sharedCluster(ground), 'versions', changeAtOnce),
  },
  {
    name: 'drawn cursors',
    done: `${forgeries.toLocaleString('en')} cursors with one character changed or the end cut off, as drawn; and cursors of another list and another account`,
    holds: 'each is refused',
    run: async (ground) =>
      withClient(await sharedCluster(ground), 'cursors', (on) => forgeCursors(on, ground.seed)),
  },
];
