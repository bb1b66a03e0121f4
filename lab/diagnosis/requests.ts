import { signedRequest } from '../../test/support/rawRequest.ts';
import { sendLoad } from '../faults/openLoop.ts';
import type { DiagnosisCluster, Tenant } from './diagnosisCluster.ts';

const requestsOfTenant = 40;

/** Returns requests of all accounts in turn. */
export function ofAll(
  { port, tenants }: DiagnosisCluster,
  method: string,
  data: (at: number) => object,
): readonly Buffer[] {
  return Array.from({ length: requestsOfTenant }, (_, at) =>
    tenants.map((tenant) => signedRequest(port, tenant, method, data(at))),
  ).flat();
}

/** Returns creates of one account. */
export function creates({ port }: DiagnosisCluster, tenant: Tenant): readonly Buffer[] {
  return Array.from({ length: requestsOfTenant }, (_, at) =>
    signedRequest(port, tenant, 'article.create', { article_title: `Tea ${at}` }),
  );
}

/** Returns creates of all accounts. */
export function createsOfAll(cluster: DiagnosisCluster): readonly Buffer[] {
  return ofAll(cluster, 'article.create', (at) => ({ article_title: `Tea ${at}` }));
}

/** Stores articles with numbers of their own in each account, and resolves to the numbers. */
export async function storedArticles(cluster: DiagnosisCluster): Promise<readonly string[]> {
  const numbers = Array.from({ length: requestsOfTenant }, (_, at) => `diagnosis-${at}`);
  const article_description = 'Tea from the first harvest of spring. '.repeat(8);
  const requests = ofAll(cluster, 'article.create', (at) => ({
    article_title: 'Tea',
    article_nr: numbers[at],
    article_description,
  }));
  await sendLoad({ port: cluster.port, requests, connections: 20, seconds: 3 });
  return numbers;
}
