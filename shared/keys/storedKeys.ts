import { appIdKeyOf } from './appIds.ts';
import type { EncryptedSecret, KeyRing, SecretKey } from './keyRing.ts';
import { encryptSecret } from './secrets.ts';

/** New secrets are encrypted with the active key; the retiring one opens those that `key rotate` has not reached yet. */
export const keyStates = ['active', 'retiring'] as const;
type KeyState = (typeof keyStates)[number];

/** What the database knows of a secret key. */
export interface StoredKey {
  readonly state: KeyState;
  readonly key_id: string;
  /** The key of app ids, encrypted with the secret key: the check value, which only the right key opens. */
  readonly app_id_key: string;
}

/** What keys can be proven with. */
export interface KeyProofs {
  readonly keys: readonly StoredKey[];
  /** Secrets of apps, the newest first, while there is no stored key. */
  readonly secrets: readonly EncryptedSecret[];
}

/** Whether keys are those of a database. */
export type KeyVerdict =
  | { readonly kind: 'proven'; readonly active: SecretKey; readonly appIdKey: Buffer }
  /** There is nothing yet to prove them with: any key will do. */
  | { readonly kind: 'unproven' }
  | { readonly kind: 'wrong'; readonly error: WrongKey };

/** The keys do not match the database; the message says what the operator should do. */
export class WrongKey extends Error {}

/** What the encryption is bound to in place of an app's id; no app id begins like this. */
const purpose = 'app-id-key';

/** Encrypts the key of app ids with a secret key. */
export function sealAppIdKey(appIdKey: Buffer, { key }: SecretKey): string {
  return encryptSecret(appIdKey.toString('base64'), purpose, key);
}

/** Compares the keys of a process with those of a database: it must have each that a secret may be encrypted with. */
export function judgeKeys(ring: KeyRing, { keys, secrets }: KeyProofs): KeyVerdict {
  if (keys.length === 0) return judgeBySecrets(ring, secrets);
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

/** For a database without stored keys. One opened secret is enough: others may have been encrypted with a wrong key. */
function judgeBySecrets(ring: KeyRing, secrets: readonly EncryptedSecret[]): KeyVerdict {
  if (secrets.length === 0) return { kind: 'unproven' };
  const active = secrets.map((secret) => ring.openerOf(secret)).find((opener) => opener !== undefined);
  if (active) return { kind: 'proven', active, appIdKey: appIdKeyOf(active.key) };
  return wrong(
    'COUNTERFOIL_SECRET_KEY does not decrypt the secrets of apps: set it to the key that they were encrypted with',
  );
}

function lackOf({ state, key_id }: StoredKey, ring: KeyRing): string {
  if (state === 'retiring')
    return `secrets of apps still need the former key (key id ${key_id}): set COUNTERFOIL_FORMER_SECRET_KEY to it until \`counterfoil key rotate\` has finished`;
  return `COUNTERFOIL_SECRET_KEY (key id ${ring.ids.join(', ')}) is not the key of this database: set it to the one with key id ${key_id}`;
}

function wrong(message: string): KeyVerdict {
  return { kind: 'wrong', error: new WrongKey(message) };
}
