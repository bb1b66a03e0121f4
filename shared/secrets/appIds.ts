import { createHmac } from 'node:crypto';
import { newIdent } from '../contract/values/idents.ts';
import { derivedKey, isSame } from '../contract/keys/hmac.ts';

/** Hexadecimal digits of the check part: 64 bits, too many to guess over the network. */
const checkDigits = 16;

const checkedForm = new RegExp(`^(app_[0-9a-z]{26})([0-9a-f]{${checkDigits}})$`);

/**
 * Makes app ids, and recognizes invented ones without a look-up. The check part is a truncated HMAC of the rest. Its key
 * outlives the secret key it was made under, since ids never change.
 */
export class AppIds {
  readonly #keys: readonly Buffer[];

  /** The first key makes new ids; ids made with any of the keys are genuine. */
  constructor(...keys: readonly [Buffer, ...Buffer[]]) {
    this.#keys = keys;
  }

  /** Example: `app_01jd2q4z0c8k3v7n5m9x1r6t2w0f1e2d3c4b5a6978`. */
  make(): string {
    const id = newIdent('app');
    return `${id}${checkPart(id, this.#keys[0] as Buffer)}`;
  }

  isGenuine(appId: string): boolean {
    const [, id, check] = checkedForm.exec(appId) ?? [];
    if (id === undefined || check === undefined) return false;
    return this.#keys.some((key) => isSame(check, checkPart(id, key)));
  }
}

export function appIdKeyOf(secretKey: Buffer): Buffer {
  return derivedKey(secretKey, 'app-id-check');
}

function checkPart(id: string, key: Buffer): string {
  return createHmac('sha256', key).update(id).digest('hex').slice(0, checkDigits);
}
