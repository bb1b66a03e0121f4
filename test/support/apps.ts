import type { SignaturePolicy } from '../../shared/contract/keys/signatureV2.ts';
import { AppIds, appIdKeyOf } from '../../shared/secrets/appIds.ts';
import { markedSecret, secretKeyOf } from '../../shared/secrets/keyRing.ts';
import { newSecret } from '../../shared/secrets/secrets.ts';
import { Apps } from '../../workers/stores/apps.ts';
import { secretKey } from './cluster.ts';
import type { Signer } from './rawRequest.ts';
import { database } from './servers.ts';

/** Makes the keys that an app signs with, before it exists. */
export function newSigner(): Signer {
  return { appId: new AppIds(appIdKeyOf(secretKey)).make(), apiSecret: newSecret() };
}

export async function newApp(accountId: number, signer = newSigner()): Promise<Signer> {
  await new Apps(database()).create(signer.appId, accountId, encrypted(signer));
  return signer;
}

/** Gives an app a new secret; the one before it stays good until `dropFormer`. */
export async function rotate({ appId }: Signer): Promise<Signer> {
  const signer = { appId, apiSecret: newSecret() };
  await new Apps(database()).rotate(appId, encrypted(signer));
  return signer;
}

/** Leaves an app only its newest secret. */
export async function dropFormer({ appId }: Signer): Promise<void> {
  await new Apps(database()).dropFormer(appId);
}

function encrypted({ appId, apiSecret }: Signer): string {
  return markedSecret(apiSecret, appId, secretKeyOf(secretKey));
}

export async function setPolicy({ appId }: Signer, signature: SignaturePolicy): Promise<void> {
  await new Apps(database()).set(appId, { signature });
}

export async function revoke({ appId }: Signer): Promise<void> {
  await new Apps(database()).revoke(appId);
}
