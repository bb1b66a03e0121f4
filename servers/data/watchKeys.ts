import { type KeptKeys, keptKeys, keyVariables } from './keptKeys.ts';

const pollMs = 500;

/** Calls `onChange` when `key rotate` has changed the keys of a data folder. Returns the function that stops this. */
export function watchKeys(
  dataFolder: string,
  first: KeptKeys,
  onChange: (keys: KeptKeys) => void,
): () => void {
  let known = first;
  const poll = () => {
    const keys = readable(dataFolder);
    if (!keys || isSame(keys, known)) return;
    known = keys;
    onChange(keys);
  };
  const polling = setInterval(poll, pollMs);
  return () => clearInterval(polling);
}

function isSame(one: KeptKeys, other: KeptKeys): boolean {
  return JSON.stringify(keyVariables(one)) === JSON.stringify(keyVariables(other));
}

/** Returns undefined while somebody edits the file; the next poll reads it again. */
function readable(dataFolder: string): KeptKeys | undefined {
  try {
    return keptKeys(dataFolder);
  } catch {
    return undefined;
  }
}
