import type { ClientOptions } from './clientOptions.ts';
import { type Counterfoil, clientOf } from './counterfoil.ts';
import { NodeSigner } from './nodeSigner.ts';
import { NodeTransport } from './nodeTransport.ts';

export * from './webClient.ts';

/** Opens a client for programs of this repository: undici and `node:crypto` cost less CPU than `fetch` and Web Crypto. */
export function counterfoil(options: ClientOptions): Counterfoil {
  return clientOf(options, (checked) => ({
    transport: new NodeTransport(checked),
    signer: new NodeSigner(checked),
  }));
}
