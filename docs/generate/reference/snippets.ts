import { publicOperations } from '../../../shared/contract/operations/allOperations.ts';
import { batchRun } from '../../../shared/contract/operations/batch.run.ts';
import { operationNames } from '../operationNames.ts';
import { batchExample } from '../texts/batchText.ts';
import { json, literal, php, python, typescript } from './literals.ts';

/** A request that the page shows. */
export interface ExampleCall {
  readonly name: string;
  readonly isWrite: boolean;
  readonly request: object;
}

/** The example of each operation, in the order of the page. */
export const exampleCalls: readonly ExampleCall[] = [
  { name: batchRun.name, isWrite: true, request: batchExample.request },
  ...operationNames.map((name) => {
    const { kind, example } = publicOperations[name];
    return { name, isWrite: kind === 'writes', request: example };
  }),
];

const sends = {
  curl: curlCode,
  Python: pythonCode,
  PHP: phpCode,
  TypeScript: typescriptCode,
} satisfies Record<string, (call: ExampleCall) => string>;

export type Language = keyof typeof sends;

export const languages = Object.keys(sends) as readonly Language[];

/** A program that sends the request and prints the answer. Tests run each of them. */
export function snippet(language: Language, call: ExampleCall): string {
  return sends[language](call);
}

/** Returns a command that signs at each run, so it can be repeated. The secret is never an argument. */
function curlCode({ name, isWrite, request }: ExampleCall): string {
  const body = literal(request, json).replaceAll("'", "'\\''");
  return [
    `body='${body}'`,
    ...(isWrite ? ['key=$(openssl rand -hex 16) # to repeat the call, keep the key'] : []),
    `bash counterfoil.sh --sign ${name} "$body"${isWrite ? ' "$key"' : ''} |`,
    `  curl "$COUNTERFOIL_URL/api/v1/${name}" -H @- -H 'Content-Type: application/json' -d "$body"`,
  ].join('\n');
}

function pythonCode({ name, request }: ExampleCall): string {
  return `import os
from counterfoil import Counterfoil

service = Counterfoil(
    os.environ["COUNTERFOIL_URL"],
    os.environ["COUNTERFOIL_APP_ID"],
    os.environ["COUNTERFOIL_API_SECRET"],
)
answer = service.call(${[`"${name}"`, ...fields(request, (some) => literal(some, python))].join(', ')})
print(answer)`;
}

function phpCode({ name, request }: ExampleCall): string {
  return `<?php
require_once 'counterfoil.php';

$service = new Counterfoil(
    getenv('COUNTERFOIL_URL'),
    getenv('COUNTERFOIL_APP_ID'),
    getenv('COUNTERFOIL_API_SECRET'),
);
$answer = $service->call(${[`'${name}'`, ...fields(request, (some) => literal(some, php))].join(', ')});
print_r($answer);`;
}

function typescriptCode({ name, request }: ExampleCall): string {
  const [method, sent] =
    name === batchRun.name ? ['batch', batchExample.request.operations] : [name, request];
  return `import { counterfoil } from 'counterfoil-client';

const { COUNTERFOIL_URL = '', COUNTERFOIL_APP_ID = '', COUNTERFOIL_API_SECRET = '' } = process.env;
const service = counterfoil({
  url: COUNTERFOIL_URL,
  appId: COUNTERFOIL_APP_ID,
  apiSecret: COUNTERFOIL_API_SECRET,
});
const answer = await service.${method}(${literal(sent, typescript)});
console.log(answer);`;
}

/** The clients send `{}` by themselves. */
function fields(request: object, written: (request: object) => string): readonly string[] {
  return Object.keys(request).length === 0 ? [] : [written(request)];
}
