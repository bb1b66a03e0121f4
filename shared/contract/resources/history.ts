import Type from 'typebox';
import { integer } from './field.ts';
import { beyondPage, cursor } from './list.ts';

const maxEntries = 100;

const value = (description: string) => Type.Union([Type.String(), Type.Number()], { description });

const historyEntry = Type.Object({
  operation: Type.String({ description: 'The operation that made the change.' }),
  app_id: Type.String({ description: 'The app that sent the request.' }),
  date: Type.String(),
  address_ident: Type.Optional(
    Type.String({ description: 'The address of the customer that was changed, if it was one.' }),
  ),
  fields: Type.Array(
    Type.Object({
      field: Type.String({ description: 'The name of the field.' }),
      old: value('The value before the change.'),
      new: value('The value after the change.'),
    }),
    { description: 'The fields that got another value.' },
  ),
});

export const historyFields = { limit: integer(1, maxEntries, maxEntries), cursor };

export const historyAnswer = {
  entries: Type.Array(historyEntry, { description: 'Changes of the record, the newest first.' }),
  ...beyondPage,
};
