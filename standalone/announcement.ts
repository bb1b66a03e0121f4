import path from 'node:path';
import { signatureHeader } from '../shared/keys/signature.ts';
import { articleCreate } from '../shared/operations/article.create.ts';
import { demoFile } from '../shared/settings/environment.ts';
import type { UpSettings } from './data/dataFolder.ts';
import type { Demo } from './demo.ts';

/** The block at the end of `up`: where it is, as whom to call it, and a line that works when it is pasted. */
export function announcement(demo: Demo, { dataFolder }: UpSettings): string {
  return `
Counterfoil is running.

  address  ${demo.url}
  app id   ${demo.appId}
  secret   in ${path.join(dataFolder, demoFile)}
  logs     in ${path.join(dataFolder, 'logs')}

Try it in another terminal:

${signedCurl(demo)}

npx counterfoil --help tells more. Ctrl-C stops everything.
`;
}

/** The signature is for this one body: the secret itself is not shown. */
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
