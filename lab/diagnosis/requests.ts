import { signedRequest } from '../../test/support/signedRequest.ts';
import { sendLoad } from '../faults/openLoop.ts';
import type { Tenant, VerdictCluster } from './verdictCluster.ts';

/** Different requests of each account. */
const requestsOfTenant = 40;

/** Requests of all accounts in turn. */
export function ofAll(
  { port, tenants }: VerdictCluster,
  method: string,
  data: (at: number) => object,
): readonly Buffer[] {
  return Array.from({ length: requestsOfTenant }, (_, at) =>
    tenants.map((tenant) => signedRequest(port, tenant, method, data(at))),
  ).flat();
}

/** Creates of one account. */
export function creates({ port }: VerdictCluster, tenant: Tenant): readonly Buffer[] {
  return Array.from({ length: requestsOfTenant }, (_, at) =>
    signedRequest(port, tenant, 'article.create', { article_title: `Tea ${at}` }),
  );
}

/** Creates of all accounts. */
export function createsOfAll(cluster: VerdictCluster): readonly Buffer[] {
  return ofAll(cluster, 'article.create', (at) => ({ article_title: `Tea ${at}` }));
}

/** Stores articles with numbers of their own in each account, and resolves to the numbers. */
export async function storedArticles(cluster: VerdictCluster): Promise<readonly string[]> {
  const numbers = Array.from({ length: requestsOfTenant }, (_, at) => `verdict-${at}`);
  const article_description = 'Tea from the first harvest of spring. '.repeat(8);
  const requests = ofAll(cluster, 'article.create', (at) => ({
    article_title: 'Tea',
    article_nr: numbers[at],
    article_description,
  }));
  await sendLoad({ port: cluster.port, requests, connections: 20, seconds: 3 });
  return numbers;
}
