import Type from 'typebox';
import { operation } from './operation.ts';

/** New secrets are encrypted with the active key. The retiring key decrypts those that `key rotate` has not reached yet. */
export const keyStates = ['active', 'retiring'] as const;

export const accountKeys = operation({
  name: 'account.keys',
  summary: 'Reads what a secret key can be checked against: the stored check values.',
  kind: 'reads',
  input: {},
  answer: Type.Object({
    keys: Type.Array(
      Type.Object({
        state: Type.Enum([...keyStates]),
        key_id: Type.String(),
        /** Encrypted with the key itself. */
        app_id_key: Type.String(),
      }),
    ),
  }),
  success: 'keys found',
  refusals: [],
  example: {},
});
