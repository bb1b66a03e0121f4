import type { Focus, View } from './view.ts';

interface Key {
  /** Names of `readline`; those of characters are the characters. */
  readonly names: readonly string[];
  readonly label: string;
  readonly text: string;
  /** Words for the line of keys at the bottom; missing if it has no place there. */
  readonly short?: string;
  readonly press: (view: View, seen: Focus) => View;
}

const keys: readonly Key[] = [
  {
    names: ['tab'],
    label: 'Tab',
    text: 'next table: its titles are highlighted',
    short: 'table',
    press: (view, seen) => focus(view, seen, 1),
  },
  {
    names: ['shift-tab'],
    label: 'Shift-Tab',
    text: 'previous table',
    press: (view, seen) => focus(view, seen, -1),
  },
  {
    names: ['return', 'enter'],
    label: 'Enter',
    text: 'this table alone, with all its rows; and back',
    short: 'zoom',
    press: (view) => ({ ...view, isZoomed: !view.isZoomed, offset: 0 }),
  },
  {
    names: ['s'],
    label: 's',
    text: 'sort by the next column, which is marked',
    short: 'sort',
    press: (view, seen) => sort(view, seen, 1),
  },
  {
    names: ['S'],
    label: 'S',
    text: 'sort by the previous column',
    press: (view, seen) => sort(view, seen, -1),
  },
  {
    names: ['r'],
    label: 'r',
    text: 'reverse the order',
    short: 'reverse',
    press: (view, { table }) => {
      const { by, isReversed } = view.sorts[table];
      return { ...view, sorts: { ...view.sorts, [table]: { by, isReversed: !isReversed } } };
    },
  },
  {
    names: ['down'],
    label: 'Down',
    text: 'scroll by a row',
    press: (view, seen) => scroll(view, seen, 1),
  },
  { names: ['up'], label: 'Up', text: 'scroll back by a row', press: (view, seen) => scroll(view, seen, -1) },
  {
    names: ['pagedown', 'space'],
    label: 'PageDown',
    text: 'scroll by a page; so does the space bar',
    press: (view, seen) => scroll(view, seen, seen.pageRows),
  },
  {
    names: ['pageup'],
    label: 'PageUp',
    text: 'scroll back by a page',
    press: (view, seen) => scroll(view, seen, -seen.pageRows),
  },
  {
    names: ['p'],
    label: 'p',
    text: 'pause the screen, and continue; queues are not paused',
    short: 'pause',
    press: (view) => ({ ...view, isPaused: !view.isPaused }),
  },
  {
    names: ['?', 'h'],
    label: '?',
    text: 'show these keys; any key goes back',
    short: 'help',
    press: (view) => ({ ...view, showsHelp: true }),
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
  if (view.showsHelp) return { ...view, showsHelp: false };
  return keys.find(({ names }) => names.includes(name))?.press(view, seen) ?? view;
}

export const keysHelp: readonly string[] = [...keys, quitLabels].map(
  ({ label, text }) => `${label.padEnd(9)}  ${text}`,
);

/** Those that every reader needs come first: a small terminal cuts the line. */
export const keysLine: string = [quitLabels, ...keys.toReversed()]
  .flatMap(({ label, short }) => (short ? [`${label} ${short}`] : []))
  .join('  ');

function focus(view: View, { tables, table }: Focus, step: number): View {
  const next = around(tables, table, step);
  return { ...view, table: next, offset: 0 };
}

function sort(view: View, { table, columns }: Focus, step: number): View {
  const by = around(columns, view.sorts[table].by, step);
  return { ...view, sorts: { ...view.sorts, [table]: { by, isReversed: false } } };
}

function scroll(view: View, { maxOffset }: Focus, rows: number): View {
  const offset = Math.min(view.offset, maxOffset) + rows;
  return { ...view, offset: Math.max(0, Math.min(offset, maxOffset)) };
}

/** Returns the item `step` places after `item`; the first item follows the last. */
function around<Item>(items: readonly Item[], item: Item, step: number): Item {
  const index = Math.max(0, items.indexOf(item)) + step;
  return items.at(index % items.length) ?? item;
}
