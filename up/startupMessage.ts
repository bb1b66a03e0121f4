import path from 'node:path';
import { signatureHeader } from '../shared/contract/keys/hmac.ts';
import { articleCreate } from '../shared/contract/operations/article.create.ts';
import { demoFile } from '../shared/runtime/settings/environment.ts';
import type { Demo } from './demo.ts';
import type { MetricsTargets } from './roles/metricsTargets.ts';

interface Addresses {
  readonly dataFolder: string;
  /** The address of the status page, or why it is not served. */
  readonly statusPage: string;
  /** The address of the import page, or why it is not served. */
  readonly importPage: string;
  readonly targets: MetricsTargets;
}

export function startupMessage(
  demo: Demo,
  { dataFolder, statusPage, importPage, targets }: Addresses,
): string {
  return `
Counterfoil is running.

  address  ${demo.url}
  app id   ${demo.appId}
  secret   in ${path.join(dataFolder, demoFile)}
  docs     ${demo.url}/docs
  import   ${importPage}
  status   ${statusPage}
  logs     in ${path.join(dataFolder, 'logs')}
  metrics  ${listed(targets.urls)}

Try it in another terminal:

${signedCurl(demo)}

\`npx counterfoil --help\` lists all commands. Ctrl-C stops everything.
`;
}

function listed(urls: ReadonlyMap<string, string>): string {
  return [...urls].map(([role, url]) => `${url}  ${role}`).join('\n           ');
}

/** The signature fits this body only, so the line does not need the secret. */
function signedCurl({ url, appId, apiSecret }: Demo): string {
  const body = JSON.stringify(articleCreate.example);
  const headers = {
    'Content-Type': 'application/json',
    'X-Svc-Method': articleCreate.name,
    'X-Svc-Hmac': signatureHeader(appId, body, apiSecret),
  };
  const options = Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`);
  return `curl ${url}/api/v1 ${options.join(' ')} -d '${body}'`;
}
