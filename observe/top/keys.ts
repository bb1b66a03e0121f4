import type { Focus, View } from './view.ts';

interface Key {
  /** Names of `readline`; those of characters are the characters. */
  readonly names: readonly string[];
  readonly label: string;
  readonly text: string;
  /** Word for the line of keys at the bottom. */
  readonly short: string;
  readonly press: (view: View, seen: Focus) => View;
}

const keys: readonly Key[] = [
  {
    names: ['tab'],
    label: 'Tab',
    text: 'next table: its titles are highlighted',
    short: 'table',
    press: (view, { tables, table }) => ({ ...view, table: after(tables, table) }),
  },
  {
    names: ['return', 'enter'],
    label: 'Enter',
    text: 'this table alone, with as many rows as fit; and back',
    short: 'zoom',
    press: (view) => ({ ...view, isZoomed: !view.isZoomed }),
  },
  {
    names: ['s'],
    label: 's',
    text: 'sort by the next column, which is marked',
    short: 'sort',
    press: (view, { table, columns }) => {
      const by = after(columns, view.sortedBy[table]);
      return { ...view, sortedBy: { ...view.sortedBy, [table]: by } };
    },
  },
  {
    names: ['p'],
    label: 'p',
    text: 'pause the screen, and continue; queues are not paused',
    short: 'pause',
    press: (view) => ({ ...view, isPaused: !view.isPaused }),
  },
];

/** Ends the live view, so that it changes nothing of it. */
const quitKeys = ['q', 'ctrl-c'];
const quitLabels = { label: 'q', text: 'quit; so does Ctrl-C', short: 'quit' } as const;

export function quits(name: string): boolean {
  return quitKeys.includes(name);
}

/** Returns the same view for a key without a meaning. */
export function pressed(view: View, name: string, seen: Focus): View {
  return keys.find(({ names }) => names.includes(name))?.press(view, seen) ?? view;
}

export const keysHelp: readonly string[] = [...keys, quitLabels].map(
  ({ label, text }) => `${label.padEnd(5)}  ${text}`,
);

/** Keys that every reader needs come first: a small terminal cuts the line. */
export const keysLine: string = [quitLabels, ...keys.toReversed()]
  .map(({ label, short }) => `${label} ${short}`)
  .join('  ');

/** Returns the item behind this one; the first one follows the last. */
function after<Item>(items: readonly Item[], item: Item): Item {
  return items[(items.indexOf(item) + 1) % items.length] ?? item;
}
