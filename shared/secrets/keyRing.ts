import { derivedKey } from '../contract/keys/hmac.ts';
import { decryptSecret, encryptSecret } from './secrets.ts';

export interface SecretKey {
  /** 16 hexadecimal digits, derived from the key; they do not reveal the key. */
  readonly id: string;
  readonly key: Buffer;
}

interface SecretKeys {
  readonly secretKey: Buffer | undefined;
  readonly formerSecretKey: Buffer | undefined;
}

/** A secret after the id of its key. */
const marked = /^([0-9a-f]{16})\.(.*)$/s;

export function secretKeyOf(key: Buffer): SecretKey {
  return { id: derivedKey(key, 'secret-key-id', 8).toString('hex'), key };
}

export function markedSecret(secret: string, appId: string, { id, key }: SecretKey): string {
  return `${markOf(id)}${encryptSecret(secret, appId, key)}`;
}

export function markOf(keyId: string): string {
  return `${keyId}.`;
}

/** Secret keys of a process: COUNTERFOIL_SECRET_KEY and, during a rotation, the former one. */
export class KeyRing {
  /** Newest first. */
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

  /** Returns undefined if the secret was encrypted with another key, or changed. */
  open(encrypted: string, appId: string): string | undefined {
    const [, id = '', text = ''] = marked.exec(encrypted) ?? [];
    const by = this.get(id);
    return by && opened(text, appId, by.key);
  }
}

/** The keys are in Base64, newest first. */
export function keyRingOf([newest, ...others]: readonly [string, ...string[]]): KeyRing {
  return new KeyRing(keyOf(newest), ...others.map(keyOf));
}

function keyOf(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

export function givenKeys({ secretKey, formerSecretKey }: Partial<SecretKeys>): KeyRing | undefined {
  return secretKey && new KeyRing(secretKey, formerSecretKey);
}

function opened(encrypted: string, appId: string, key: Buffer): string | undefined {
  try {
    return decryptSecret(encrypted, appId, key);
  } catch {
    return undefined;
  }
}
