import Type from 'typebox';
import { changeRecord, changesFields } from '../resources/change.ts';
import { operation } from './operation.ts';

export const changesList = operation({
  name: 'changes.list',
  summary: 'Lists the changes of the account, in an order that respects that of each record.',
  kind: 'reads',
  input: changesFields,
  answer: Type.Object({ changes: Type.Array(changeRecord), cursor: Type.String() }),
  success: 'changes listed',
  refusals: ['cursor_expired', 'field_invalid'],
  messages: { cursor_expired: 'cursor expired', field_invalid: `after ${changesFields.after.expects}` },
  example: { limit: 100 },
});
