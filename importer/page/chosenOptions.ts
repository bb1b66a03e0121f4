/** An option of the command as the page keeps it: its flag, and its value if it has one. */
export type ChosenOption = readonly [flag: string, value?: string];

const written = /--([a-z][a-z-]*)(?:[\s=]+(?!--)(.*?))?(?=\s+--[a-z]|\s*$)/gs;

/** Reads options as messages and people write them, such as `--only "active=1" --column article_price="VK netto"`. */
export function optionsIn(text: string): readonly ChosenOption[] {
  return [...text.matchAll(written)].map(([, name = '', value]) =>
    value === undefined ? [`--${name}`] : [`--${name}`, unquoted(value)],
  );
}

function unquoted(value: string): string {
  const [, before = '', quoted] = /^(\w+=)?"(.*)"$/s.exec(value) ?? /^(\w+=)?'(.*)'$/s.exec(value) ?? [];
  return quoted === undefined ? value : before + quoted.replace(/\\(["\\])/g, '$1');
}

const repeatable: ReadonlySet<string> = new Set([
  '--column',
  '--divide',
  '--only',
  '--skip',
  '--ident',
  '--tax-rate',
  '--value',
]);
/** Options of which only the last one counts for the same key. */
const byKey: ReadonlySet<string> = new Set(['--column', '--divide', '--value']);

/** Adds options, in place of those that they contradict or repeat. */
export function withOptions(
  chosen: readonly ChosenOption[],
  added: readonly ChosenOption[],
): readonly ChosenOption[] {
  return added.reduce<readonly ChosenOption[]>(
    (all, option) => [...all.filter((one) => !isReplaced(one, option)), option],
    chosen,
  );
}

function isReplaced([flag, value = '']: ChosenOption, [other, otherValue = '']: ChosenOption): boolean {
  if (flag !== other) return flag === opposite(other);
  if (byKey.has(flag)) return keyOf(flag, value) === keyOf(flag, otherValue);
  if (flag === '--tax-rate') return codesIn(value).some((code) => codesIn(otherValue).includes(code));
  return !repeatable.has(flag) || value === otherValue;
}

function opposite(flag: string): string {
  return flag.startsWith('--no-') ? `--${flag.slice('--no-'.length)}` : `--no-${flag.slice('--'.length)}`;
}

function keyOf(flag: string, value: string): string {
  return flag === '--value'
    ? value.slice(0, value.lastIndexOf('=')).toLowerCase()
    : (value.split('=', 1)[0] ?? '');
}

/** Returns the codes of rates such as `1=19,2=7`; an empty text for the rate of articles without one. */
function codesIn(rates: string): readonly string[] {
  if (!rates.includes('=')) return [''];
  return rates.split(',').map((rate) => rate.split('=', 1)[0]?.trim() ?? '');
}

/** Words for the parser of the command. The sign keeps a value that begins with a hyphen from being an option. */
export function wordsOf(chosen: readonly ChosenOption[]): readonly string[] {
  return chosen.map(([flag, value]) => (value === undefined ? flag : `${flag}=${value}`));
}
