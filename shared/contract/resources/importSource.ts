import { line, type Meanings, maxExternalIdentLength } from './field.ts';

/** Origin of an imported record; write-protected on update. */
export const importSource = {
  external_ident: line(maxExternalIdentLength),
  external_account_name: line(128),
};

export const importSourceMeanings = (record: 'article' | 'customer'): Meanings<typeof importSource> => ({
  external_ident: {
    always: `Identifier of the ${record} at its source.`,
    create: `When not empty, unique in the account together with \`${record}_type\` and \`external_account_name\`. Ignored on update.`,
  },
  external_account_name: {
    always: 'Name of the account at the source; for CSV imports, the program that the file comes from.',
    create: 'Ignored on update.',
  },
});
