import { type KeptKeys, keptKeys, keyVariables } from './keptKeys.ts';

/** Milliseconds. */
const lookMs = 500;

/** Calls `onChange` when `key rotate` has changed the keys of a data folder. Returns how to stop. */
export function watchKeys(
  dataFolder: string,
  first: KeptKeys,
  onChange: (keys: KeptKeys) => void,
): () => void {
  let known = first;
  const look = () => {
    const keys = readable(dataFolder);
    if (!keys || isSame(keys, known)) return;
    known = keys;
    onChange(keys);
  };
  const looking = setInterval(look, lookMs);
  return () => clearInterval(looking);
}

function isSame(one: KeptKeys, other: KeptKeys): boolean {
  return JSON.stringify(keyVariables(one)) === JSON.stringify(keyVariables(other));
}

/** A file that somebody is just editing is looked at again. */
function readable(dataFolder: string): KeptKeys | undefined {
  try {
    return keptKeys(dataFolder);
  } catch {
    return undefined;
  }
}
