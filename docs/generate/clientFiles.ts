import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { answerTypes, recordTypes } from './answerTypes.ts';
import { codeTypes } from './codeTypes.ts';
import { operationNames } from './operationNames.ts';
import { operationTables, operationTypes } from './operationTypes.ts';
import { requestTypes } from './requestTypes.ts';
import { pascal } from './schema.ts';

export const written = '// Written by `npm run docs`; a test compares them.\n';

/** The text of client/contract.ts: plain types, so that the client's package needs nothing of what the contract is written with. */
export function contractFile(): string {
  const operations = operationNames.map((name) => publicOperations[name]);
  return [
    written,
    ...operations.flatMap((operation) => [requestTypes(operation), answerTypes(operation)]),
    recordTypes(),
    operationTables(),
    `/** @internal */\nexport const batchMethod = '${batchRun.name}';\n`,
    codeTypes(),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** The text of client/operations.ts: the functions of the client. */
export function operationsFile(): string {
  const types = operationNames.flatMap((name) => [`${pascal(name)}Request`, `${pascal(name)}Answer`]);
  const text = operationTypes();
  const used = types.filter((type) => new RegExp(`\\b${type}\\b`).test(text));
  return [
    `${written}import type {\n${used.map((type) => `  ${type},`).join('\n')}\n} from './contract.ts';`,
    "import type { CallOptions } from './clientOptions.ts';",
    "import type { AnswerTo, OnlyKnown } from './requests.ts';\n",
    text,
  ].join('\n');
}
