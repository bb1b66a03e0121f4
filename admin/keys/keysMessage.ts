import { KeyRing } from '../../shared/keys/keyRing.ts';
import type { KeptKeys } from '../../standalone/data/keptKeys.ts';

/** The message in which `up` sends its gateway the secret keys, the newest first. */
interface KeysMessage {
  readonly secretKeys: readonly [string, ...string[]];
}

export function keysMessage({ secretKey, formerSecretKey }: KeptKeys): KeysMessage {
  const former = formerSecretKey ? [formerSecretKey.toString('base64')] : [];
  return { secretKeys: [secretKey.toString('base64'), ...former] };
}

export function keysIn(message: unknown): KeyRing {
  const [newest, ...others] = (message as KeysMessage).secretKeys;
  return new KeyRing(keyOf(newest), ...others.map(keyOf));
}

function keyOf(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
