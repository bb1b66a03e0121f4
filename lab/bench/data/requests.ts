import { signatureHeader } from '../../../shared/contract/keys/hmac.ts';
import type { LoadApp } from './apps.ts';
import { bodies } from './bodies.ts';
import { ownerOf } from './filled.ts';
import { type LoadMethod, methodAt, type ScenarioName } from './scenarios.ts';

export interface SignedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Distinct requests that a load sends before it repeats them. */
const different = 20_000;

/** Signs the requests of a scenario beforehand. Reads and updates are spread evenly over all rows. */
export function signedRequests(
  scenario: ScenarioName,
  apps: readonly LoadApp[],
  rows: number,
): readonly SignedRequest[] {
  return Array.from({ length: different }, (_, index) => {
    const row = scattered(index, rows);
    return signedRequest(methodAt(scenario, index), index, row, apps[ownerOf(row, apps.length)] as LoadApp);
  });
}

export function signedRequest(method: LoadMethod, index: number, row: number, app: LoadApp): SignedRequest {
  return signed(method, bodies[method](index, row), app);
}

export function signed(method: string, data: object, app: LoadApp): SignedRequest {
  const body = JSON.stringify(data);
  const headers = {
    'Content-Type': 'application/json',
    'X-Svc-Method': method,
    'X-Svc-Hmac': signatureHeader(app.appId, body, app.apiSecret),
  };
  return { method, headers, body };
}

/** Steps by about 0.618 of all rows: consecutive requests use distant rows, and repeats are far apart in time. */
function scattered(index: number, rows: number): number {
  return Math.floor(((index * 0.618_033_988_749_895) % 1) * rows);
}
