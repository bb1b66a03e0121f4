import type { keyStates } from '../contract/operations/account.keys.ts';
import { type KeyRing, markedSecret, type SecretKey } from './keyRing.ts';

export interface StoredKey {
  readonly state: (typeof keyStates)[number];
  readonly key_id: string;
  /** Key of app ids, encrypted with the secret key. Only the right key decrypts it, so it also proves the key. */
  readonly app_id_key: string;
}

export type KeyVerdict =
  | { readonly kind: 'proven'; readonly active: SecretKey; readonly appIdKey: Buffer }
  /** The database has no key to compare with: any key is accepted. The first app stores one. */
  | { readonly kind: 'unproven' }
  | { readonly kind: 'wrong'; readonly error: WrongKey };

/** The keys do not match the database. The message tells the operator what to do. */
export class WrongKey extends Error {}

/** Stands in for an app's id in the encryption; no app id begins like this. */
const purpose = 'app-id-key';

export function sealAppIdKey(appIdKey: Buffer, key: SecretKey): string {
  return markedSecret(appIdKey.toString('base64'), purpose, key);
}

/** Checks that a process has each key with which a secret of the database may be encrypted. */
export function judgeKeys(ring: KeyRing, keys: readonly StoredKey[]): KeyVerdict {
  if (keys.length === 0) return { kind: 'unproven' };
  const lacking = keys.find((stored) => ring.get(stored.key_id) === undefined);
  if (lacking) return wrong(lackOf(lacking, ring));
  const stored = keys.find(({ state }) => state === 'active');
  const active = stored && ring.get(stored.key_id);
  if (!active) return wrong('no secret key is active in the database: restore the table secret_keys');
  const opened = ring.open(stored.app_id_key, purpose);
  if (opened === undefined)
    return wrong(
      `the check value of the key with key id ${active.id} was changed: restore the table secret_keys`,
    );
  return { kind: 'proven', active, appIdKey: Buffer.from(opened, 'base64') };
}

function lackOf({ state, key_id }: StoredKey, ring: KeyRing): string {
  if (state === 'retiring')
    return `secrets of apps still need the former key (key id ${key_id}): set COUNTERFOIL_FORMER_SECRET_KEY to it until \`counterfoil key rotate\` has finished`;
  return `COUNTERFOIL_SECRET_KEY (key id ${ring.ids.join(', ')}) is not the key of this database: set it to the one with key id ${key_id}`;
}

function wrong(message: string): KeyVerdict {
  return { kind: 'wrong', error: new WrongKey(message) };
}
