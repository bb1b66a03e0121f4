import { residentBytesOf } from '../../test/support/processResources.ts';
import { drawing } from '../../test/support/random.ts';
import { rawRequest } from '../../test/support/rawRequest.ts';
import type { Role } from '../../test/support/role.ts';
import type { FaultCluster } from '../faults/faultCluster.ts';
import { type Attack, type ClusterOf, sharedCluster } from './attack.ts';
import { drawnRequest } from './drawnHttp.ts';
import { answersTo, inTurn, newVictim, type Target } from './target.ts';

const cases = 5_000;
const atOnce = 16;

const mebibyte = 1_048_576;
const maxGrowthMebibytes = 200;

async function attackWithDrawn(cluster: FaultCluster, seed: number): Promise<string> {
  const gateway = cluster.gateways[0] as Role;
  const before = { bytes: residentBytesOf(gateway.pid), starts: gateway.starts };
  const seen = await sendDrawn(cluster.target, seed, cases);
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
  await inTurn(count, atOnce, async (index) => {
    const answers = await answersTo(port, drawnRequest(drawing(seed + index), smuggled));
    const bad =
      answers.length > 1 || answers.some((status) => !/^[45]\d\d$/.test(status) || status === '500');
    if (bad) throw new Error(`request ${index} of seed ${seed} was answered ${answers.join(', ')}`);
    const kind = answers[0] ?? 'no answer';
    statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
  });
  const stored = await target.database('articles').where({ account_id: victim.account });
  if (stored.length > 0) throw new Error(`${stored.length} smuggled requests were run`);
  const shown = [...statuses].toSorted(([one], [other]) => one.localeCompare(other));
  return `${count} requests; ${shown.map(([status, times]) => `${status}: ${times}`).join(', ')}`;
}

/** Requests that no client library sends. */
export function drawnRequests(clusterOf: ClusterOf = sharedCluster): Attack {
  return {
    name: 'drawn HTTP requests',
    done: `${cases.toLocaleString('en')} requests with broken lengths, chunks, line ends, headers (up to the limits of the parser) and request lines, as drawn; each has a signed request hidden in its body`,
    holds: `each gets one 4xx or none; no hidden request is run; the gateway does not end, and its memory grows by at most ${maxGrowthMebibytes} MiB`,
    run: async (ground) => attackWithDrawn(await clusterOf(ground), ground.seed),
  };
}
