/** How `up` tells its gateway the secret keys, the newest one first. */
interface KeysMessage {
  readonly secretKeys: readonly [string, ...string[]];
}

type Keys = readonly [Buffer, ...Buffer[]];

interface Given {
  readonly secretKey: Buffer;
  readonly formerSecretKey: Buffer | undefined;
}

export function keysMessage({ secretKey, formerSecretKey }: Given): KeysMessage {
  const former = formerSecretKey ? [formerSecretKey.toString('base64')] : [];
  return { secretKeys: [secretKey.toString('base64'), ...former] };
}

export function keysIn(message: unknown): Keys {
  const [first, ...others] = (message as KeysMessage).secretKeys;
  return [keyOf(first), ...others.map(keyOf)];
}

function keyOf(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
