import { derivedKey } from './derivedKeys.ts';
import { decryptSecret, encryptSecret } from './secrets.ts';

/** A secret key with its id. */
export interface SecretKey {
  /** 16 hexadecimal digits, derived from the key; the key can't be found from them. */
  readonly id: string;
  readonly key: Buffer;
}

interface GivenKeys {
  readonly secretKey: Buffer | undefined;
  readonly formerSecretKey: Buffer | undefined;
}

/** A secret of an app as the database has it. */
export interface EncryptedSecret {
  readonly app_id: string;
  readonly secret: string;
}

/** A secret with the id of its key before it. Base64 has no dot: without an id, the whole is the secret. */
const marked = /^([0-9a-f]{16})\.(.*)$/s;

export function secretKeyOf(key: Buffer): SecretKey {
  return { id: derivedKey(key, 'secret-key-id', 8).toString('hex'), key };
}

/** Encrypts an app's secret and puts the id of the key before it. */
export function markedSecret(secret: string, appId: string, { id, key }: SecretKey): string {
  return `${markOf(id)}${encryptSecret(secret, appId, key)}`;
}

/** What secrets that carry this key's id begin with. */
export function markOf(keyId: string): string {
  return `${keyId}.`;
}

/** The secret keys that a process has: COUNTERFOIL_SECRET_KEY and, while keys are rotated, the former one. */
export class KeyRing {
  /** The newest first. */
  readonly keys: readonly [SecretKey, ...SecretKey[]];

  constructor(newest: Buffer, ...others: readonly (Buffer | undefined)[]) {
    this.keys = [secretKeyOf(newest), ...others.filter((key) => key !== undefined).map(secretKeyOf)];
  }

  get newest(): SecretKey {
    return this.keys[0];
  }

  get ids(): readonly string[] {
    return this.keys.map(({ id }) => id);
  }

  get(id: string): SecretKey | undefined {
    return this.keys.find((key) => key.id === id);
  }

  /** The secret, or undefined when it was encrypted with another key, or changed. */
  open(encrypted: string, appId: string): string | undefined {
    return this.#opened(encrypted, appId)?.secret;
  }

  /** The key that opens a secret: the one whose id it carries, or else the first one that works. */
  openerOf({ app_id, secret }: EncryptedSecret): SecretKey | undefined {
    return this.#opened(secret, app_id)?.by;
  }

  #opened(encrypted: string, appId: string) {
    const [, id, text = encrypted] = marked.exec(encrypted) ?? [];
    for (const by of this.keys.filter((key) => id === undefined || key.id === id)) {
      const secret = opened(text, appId, by.key);
      if (secret !== undefined) return { secret, by };
    }
    return undefined;
  }
}

/** The keys of the settings; undefined when there is none. */
export function givenKeys({ secretKey, formerSecretKey }: Partial<GivenKeys>): KeyRing | undefined {
  return secretKey && new KeyRing(secretKey, formerSecretKey);
}

function opened(encrypted: string, appId: string, key: Buffer): string | undefined {
  try {
    return decryptSecret(encrypted, appId, key);
  } catch {
    return undefined;
  }
}
