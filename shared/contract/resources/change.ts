import Type from 'typebox';
import { cursorPattern, maxCursorLength } from '../keys/cursors.ts';
import { cleanIdent } from '../values/clean.ts';
import { type Field, integer } from './field.ts';
import { namesFrom } from './find.ts';

export const changeKinds = ['created', 'updated', 'deleted'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const changedResources = ['customer', 'address', 'article', 'webhook'] as const;
export type ChangedResource = (typeof changedResources)[number];

const maxChanges = 1_000;

export const maxChangesWaitMs = 20_000;

/** Maximum number of requests that wait for changes at a gateway. */
export const maxWaitingReaders = { gateway: 1_000, account: 100 } as const;

export const changeRecord = Type.Object({
  resource: Type.Unsafe<ChangedResource>({ type: 'string', enum: [...changedResources] }),
  ident: Type.String(),
  kind: Type.Unsafe<ChangeKind>({ type: 'string', enum: [...changeKinds] }),
  date: Type.String(),
  fields: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The fields that an update has changed. Other kinds of changes do not have it.',
    }),
  ),
});

/** Stands for all addresses of a customer among the fields of a change. */
export const addressesField = 'address_data';

const cursorSchema = Type.String({ pattern: cursorPattern });

const cursorOf = (operation: string): Field<typeof cursorSchema, string, 'optional'> => ({
  schema: cursorSchema,
  clean: (value) => cleanIdent(value ?? '', maxCursorLength),
  expects: `is not a cursor of ${operation}`,
  code: 'field_invalid',
  presence: 'optional',
});

export const changesFields = {
  after: cursorOf('changes.list'),
  resources: namesFrom(changedResources, 1),
  kinds: namesFrom(changeKinds, 1),
  limit: integer(1, maxChanges, 100),
  wait_ms: integer(0, maxChangesWaitMs, 0),
};

/** Meanings of the fields that choose changes. */
export const changeFilterMeanings = {
  resources: 'Only changes of records of these resources. Without it, those of all.',
  kinds: 'Only changes of these kinds. Without it, all.',
} as const;

export const changesMeanings = {
  after:
    'The cursor of an earlier answer. Without it, the answer is empty and its cursor means "from now on".',
  ...changeFilterMeanings,
  limit: 'Changes that the answer has at most.',
  wait_ms: 'Milliseconds to wait for a change if there is none yet.',
} as const;
