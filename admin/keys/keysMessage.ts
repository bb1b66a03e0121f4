import { KeyRing } from '../../shared/secrets/keyRing.ts';
import type { FolderKeys } from './dataFolderKeys.ts';

/** The message in which `up` sends its gateway the secret keys, newest first, in Base64. */
interface KeysMessage {
  readonly secretKeys: readonly [string, ...string[]];
}

export function keysMessage({ secretKey, formerSecretKey }: FolderKeys): KeysMessage {
  const former = formerSecretKey ? [formerSecretKey.toString('base64')] : [];
  return { secretKeys: [secretKey.toString('base64'), ...former] };
}

/** Returns undefined if the message is about something else. */
export function keysIn(message: unknown): KeyRing | undefined {
  const { secretKeys } = message as Partial<KeysMessage>;
  if (!secretKeys) return undefined;
  const [newest, ...others] = secretKeys;
  return new KeyRing(keyOf(newest), ...others.map(keyOf));
}

function keyOf(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
