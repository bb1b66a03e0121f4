import { batchRun } from '../../../shared/operations/batch.run.ts';
import { publicOperations } from '../../../shared/operations/index.ts';
import { operationNames } from '../operationNames.ts';
import { answerTypes, recordTypes } from './answerTypes.ts';
import { codeTypes } from './codeTypes.ts';
import { operationTables, operationTypes } from './operationTypes.ts';
import { requestTypes } from './requestTypes.ts';

const head = `// Written by \`npm run docs\` from the contract in shared/; a test compares them.
import type { CallOptions } from './options.ts';
import type { AnswerTo, OnlyKnown } from './requests.ts';
`;

/** The text of client/contract.ts: plain types, so that the client's package needs nothing of what the contract is written with. */
export function contractFile(): string {
  const operations = operationNames.map((name) => publicOperations[name]);
  return [
    head,
    operationTypes(),
    ...operations.flatMap((operation) => [requestTypes(operation), answerTypes(operation)]),
    recordTypes(),
    operationTables(),
    `/** @internal */\nexport const batchMethod = '${batchRun.name}';\n`,
    codeTypes(),
  ]
    .filter((part) => part !== '')
    .join('\n');
}
