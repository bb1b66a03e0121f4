import { randomBytes } from 'node:crypto';
import { type KeptKeys, keptKeys, replaceKeptKeys, withKeptKeysLocked } from '../../servers/data/keptKeys.ts';
import { KeyRing } from '../../shared/contract/keys/keyRing.ts';

interface Steps<T> {
  readonly check: (ring: KeyRing) => Promise<void>;
  readonly rotate: (ring: KeyRing) => Promise<T>;
}

/**
 * Rotates to a new key in the data folder of `up`. The folder has both keys from before the new one is used until the former
 * one is no longer needed. After a run that was killed, the next run continues with the same keys.
 */
export function rotateKeptKey<T>(dataFolder: string, { check, rotate }: Steps<T>): Promise<T> {
  return withKeptKeysLocked(dataFolder, async () => {
    const kept = keptKeys(dataFolder) as KeptKeys;
    const keys = kept.formerSecretKey ? kept : await addKey(dataFolder, kept, check);
    const done = await rotate(new KeyRing(keys.secretKey, keys.formerSecretKey));
    await replaceKeptKeys(dataFolder, { ...keys, formerSecretKey: undefined });
    return done;
  });
}

async function addKey(
  dataFolder: string,
  { secretKey }: KeptKeys,
  check: Steps<unknown>['check'],
): Promise<KeptKeys> {
  await check(new KeyRing(secretKey));
  const keys = { secretKey: randomBytes(32), formerSecretKey: secretKey };
  await replaceKeptKeys(dataFolder, keys);
  return keys;
}
