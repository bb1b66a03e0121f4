import { comment } from './comments.ts';

/** A field of a generated type. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly doc: string;
}

/** A generated type that others take members from. */
export interface BaseType {
  readonly name: string;
  readonly members: readonly Member[];
}

/** Returns the bases of a type, that of its resource first. A base has only those before it: a circle is an error. */
export function basesOf(type: string, bases: readonly BaseType[]): readonly BaseType[] {
  const index = bases.findIndex(({ name }) => name === type);
  const earlier = bases.slice(0, index === -1 ? bases.length : index);
  const isOwn = ({ name }: BaseType) => resourceIn(name) === resourceIn(type);
  return [...earlier.filter(isOwn), ...earlier.filter((base) => !isOwn(base))];
}

/** Example: `Customer` of `CustomerReadAnswer`. */
function resourceIn(type: string): string | undefined {
  return /^[A-Z][a-z]+/.exec(type)?.[0];
}

/** Fewer members are written again: the reader need not look them up. */
const minShared = 3;

/**
 * Finds members that a base has with the same type and meaning. Returns types that take them from there, and the other members.
 * A member that the base requires may be optional here.
 */
export function takeShared(members: readonly Member[], bases: readonly BaseType[]) {
  let own = members;
  const taken: string[] = [];
  for (const base of bases) {
    for (const isRequired of [true, false]) {
      const names = own
        .filter((one) => one.isRequired === isRequired && isShared(one, base))
        .map(({ name }) => name);
      if (names.length < minShared) continue;
      own = own.filter(({ name }) => !names.includes(name));
      taken.push(takenFrom(base, names, isRequired));
    }
  }
  return { taken, own };
}

function isShared({ name, type, isRequired, doc }: Member, { members }: BaseType): boolean {
  const known = members.find((member) => member.name === name);
  return known?.type === type && known.doc === doc && (known.isRequired || !isRequired);
}

/** Names the members that are taken or those that are left out, whichever are fewer. */
function takenFrom({ name, members }: BaseType, names: readonly string[], isRequired: boolean): string {
  const others = members.filter((member) => !names.includes(member.name)).map((member) => member.name);
  const picked =
    names.length <= others.length ? `Pick<${name}, ${union(names)}>` : `Omit<${name}, ${union(others)}>`;
  const whole = others.length === 0 ? name : picked;
  const isWeaker = members.some((member) => names.includes(member.name) && member.isRequired !== isRequired);
  return isWeaker ? `Partial<${whole}>` : whole;
}

function union(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(' | ');
}

export function memberLines(members: readonly Member[]): string {
  return members
    .map(({ name, type, isRequired, doc }) => {
      const text = doc === '' ? '' : comment([doc], '  ');
      return `${text}  ${name}${isRequired ? '' : '?'}: ${type};\n`;
    })
    .join('');
}
