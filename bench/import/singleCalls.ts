import type { Counterfoil } from '../../client/node.ts';
import type { ImportedResource } from './files.ts';
import { rowAt } from './files.ts';

const connections = 64;

const methodOf = { articles: 'article.create', customers: 'customer.create' } as const;

/** Returns calls per second: 64 loops send the rows as single calls, each waiting for its answer. */
export async function singleCallRate(
  client: Counterfoil,
  resource: ImportedResource,
  seconds: number,
): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  const startedAt = performance.now();
  let calls = 0;
  const oneAfterTheOther = async () => {
    while (performance.now() < end) {
      const { external_ident, ...row } = rowAt(resource, calls);
      const body = JSON.stringify({
        ...row,
        ...(row.delivery_city ? { divergent_delivery_address: 1 } : {}),
      });
      calls += 1;
      const { status, envelope } = await client.send(methodOf[resource], body);
      if (!envelope.response)
        throw new Error(`a single call was answered with ${status}: ${envelope.message}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, oneAfterTheOther));
  return (calls * 1_000) / (performance.now() - startedAt);
}
