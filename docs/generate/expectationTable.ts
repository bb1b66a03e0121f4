import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import type { Field } from '../../shared/contract/resources/field.ts';
import { bytesMessage, lengthMessage, notStorableMessage } from '../../shared/contract/values/clean.ts';
import { marksMessage } from '../../shared/contract/values/text.ts';
import { code, table } from './markdown.ts';

const ofTexts = [
  lengthMessage('<n>'),
  bytesMessage('<n>'),
  notStorableMessage,
  marksMessage,
  'must be sent as a string: the number is too large to be exact',
];

/** Messages about wrong values, with their fields. */
export function expectationTable(): string {
  const fields = Object.values(publicOperations).flatMap(({ input }) => Object.entries<Field>(input));
  const messages = [...new Set(fields.map(([, { expects }]) => expects))];
  const rows = messages.map((message) => [
    code(message),
    namesIn(fields.filter(([, { expects }]) => expects === message)),
  ]);
  return table(['message', 'fields'], [...rows, ...ofTexts.map((message) => [code(message), 'texts'])]);
}

const maxNames = 4;

function namesIn(fields: readonly (readonly [string, Field])[]): string {
  const names = [...new Set(fields.map(([name]) => name))];
  const shown = names.slice(0, maxNames).map(code).join(', ');
  return names.length > maxNames ? `${shown} and others` : shown;
}
