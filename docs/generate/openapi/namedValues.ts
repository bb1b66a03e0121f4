import { articleUnits } from '../../../shared/contract/resources/article.ts';
import { changedResources, changeKinds } from '../../../shared/contract/resources/change.ts';
import { titleCodes } from '../../../shared/contract/resources/titleCodes.ts';
import { reference, type Schema } from './openapiSchema.ts';
import { integerPattern } from './patterns.ts';

/** Values that several fields have, by the name of their schema. */
export const namedValues: Readonly<Record<string, Schema>> = {
  TitleCode: {
    type: 'integer',
    enum: titleCodes.map(([code]) => code),
    'x-enum-varnames': titleCodes.map(([, meaning]) => meaning.toUpperCase().replace(' ', '_')),
    description: `A title: ${titleCodes.map(([code, meaning]) => `${code} ${meaning}`).join(', ')}.`,
  },
  Flag: {
    type: 'integer',
    enum: [0, 1],
    'x-enum-varnames': ['NO', 'YES'],
    description: '1 for yes, 0 for no.',
  },
  ArticleUnit: {
    type: 'string',
    enum: Object.keys(articleUnits),
    description: `The unit of a price: ${Object.entries(articleUnits)
      .map(([unit, meaning]) => `\`${unit}\` ${meaning}`)
      .join(', ')}.`,
  },
  ChangedResource: { type: 'string', enum: [...changedResources], description: 'The resource of a record.' },
  ChangeKind: { type: 'string', enum: [...changeKinds], description: 'The kind of a change.' },
};

/** The named schema with these values, as a reference. */
export function namedValue({ type, enum: words, minimum, maximum }: Schema): Schema | undefined {
  const values =
    type === 'integer' && maximum !== undefined
      ? integersFrom(minimum as number, maximum as number)
      : (words as readonly unknown[] | undefined);
  const named = Object.entries(namedValues).find(
    ([, known]) => JSON.stringify(known['enum']) === JSON.stringify(values),
  );
  return named && reference(named[0]);
}

/** Maximum number of values that are listed as an enumeration. */
const maxListed = 16;

function integersFrom(minimum: number, maximum: number): readonly number[] {
  const count = Math.min(maximum - minimum + 1, maxListed);
  return Array.from({ length: count }, (_, index) => minimum + index);
}

/** A whole number within limits, or its digits as text. */
export function integerSchema({ minimum, maximum }: Schema): Schema {
  const pattern = integerPattern(minimum as number, maximum as number);
  const named = namedValue({ type: 'integer', minimum, maximum });
  if (!named) return { type: ['integer', 'string'], minimum, maximum, pattern };
  return { anyOf: [named, { type: 'string', pattern }] };
}
