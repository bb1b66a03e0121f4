/** The notation of a language for the values of JSON. */
export interface Notation {
  readonly object: readonly [open: string, close: string];
  /** The object without members, if it is not written with `object`. */
  readonly empty?: string;
  readonly indent: string;
  readonly pad: string;
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>;
  readonly text: (value: string) => string;
  /** The name of a member, and what is between it and its value. */
  readonly member: (name: string) => string;
}

const words = { true: 'true', false: 'false', null: 'null' };

/** A string of TypeScript or PHP in single quotes. PHP reads line breaks in it, TypeScript does not. */
function quoted(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

export const json: Notation = {
  object: ['{', '}'],
  indent: '  ',
  pad: '',
  words,
  text: (value) => JSON.stringify(value),
  member: (name) => `${JSON.stringify(name)}: `,
};

export const python: Notation = {
  ...json,
  indent: '    ',
  words: { true: 'True', false: 'False', null: 'None' },
};

export const php: Notation = {
  object: ['[', ']'],
  empty: '(object) []',
  indent: '    ',
  pad: '',
  words,
  text: quoted,
  member: (name) => `${quoted(name)} => `,
};

export const typescript: Notation = {
  object: ['{', '}'],
  indent: '  ',
  pad: ' ',
  words,
  text: (value) => quoted(value).replaceAll('\n', '\\n'),
  member: (name) => `${name}: `,
};

/** Characters of a list or an object that is written in one line. */
const maxLine = 76;

/** A value of JSON in a language. What does not fit into a line has one for each member. */
export function literal(value: unknown, notation: Notation, indent = ''): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value !== 'object' || value === null)
    return notation.words[String(value) as keyof typeof words] ?? String(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const [open, close] = isList ? ['[', ']'] : notation.object;
  if (entries.length === 0) return isList ? '[]' : (notation.empty ?? `${open}${close}`);
  const inner = indent + notation.indent;
  const members = entries.map(([name, member]) => {
    const head = isList ? '' : notation.member(name);
    return head + literal(member, notation, inner);
  });
  const pad = isList ? '' : notation.pad;
  const line = `${open}${pad}${members.join(', ')}${pad}${close}`;
  const fits = indent.length + line.length <= maxLine && !line.includes('\n');
  if (fits) return line;
  const last = notation === json ? '' : ',';
  return `${open}\n${members.map((member) => inner + member).join(',\n')}${last}\n${indent}${close}`;
}
