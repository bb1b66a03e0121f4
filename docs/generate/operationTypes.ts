import { namesOf } from '../../shared/contract/input/resourceNames.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { type AnyOperation, type Resource, resourceOf } from '../../shared/contract/operations/operation.ts';
import { type PublicRefusalCode, refusalCodes } from '../../shared/contract/refusals.ts';
import { comment } from './comments.ts';
import { pascal } from './contractSchema.ts';
import { atomicNames, batchedNames, operationNames } from './operationNames.ts';
import { operationTexts } from './texts/operationTexts.ts';

const groups = [...new Set(operationNames.map((name) => name.split('.')[0] as string))];

/** The functions of each resource, and the client's properties that have them. */
export function operationTypes(): string {
  const interfaces = groups.map((group) => {
    const names = operationNames.filter((name) => name.startsWith(`${group}.`));
    return `${comment([`The operations of \`${group}\`.`])}export interface ${pascal(group)}Operations {\n${names.map(functionOf).join('\n')}\n}\n`;
  });
  const members = groups.map((group) => `  readonly ${group}: ${pascal(group)}Operations;`);
  return [
    ...interfaces,
    `${comment(['Each operation by its resource and verb, such as `customer.create`.'])}export interface Resources {\n${members.join('\n')}\n}\n`,
  ].join('\n');
}

/** The resources of records that can be read and sent back. */
const recordResources = operationNames
  .map(resourceOf)
  .filter((resource, index, all) => namesOf[resource].size > 0 && all.indexOf(resource) === index);

const unbatched = operationNames
  .filter((name) => !(batchedNames as readonly string[]).includes(name))
  .map((name) => `'${name}'`)
  .join(' | ');

/** The types of all operations by their names, and the traits that the client reads when it runs. */
export function operationTables(): string {
  const types = operationNames.map((name) => {
    const refusals = publicOperations[name].refusals.map((code) => JSON.stringify(code));
    const answer = isExistence(name) ? 'boolean' : `${pascal(name)}Answer`;
    return `  readonly '${name}': { readonly request: ${pascal(name)}Request; readonly answer: ${answer}; readonly refusal: ${refusals.join(' | ') || 'never'}; readonly ignored: ${ignoredBy(name)};${onlyWithOf(name)} };`;
  });
  const traits = operationNames.map((name) => {
    const { kind } = publicOperations[name];
    const absent = isExistence(name) ? `, absent: '${publicOperations[name].refusals[0]}'` : '';
    return `  '${name}': { isWriting: ${kind === 'writes'}${absent} },`;
  });
  return [
    ...recordResources.map(
      (resource) =>
        `${comment([`The names that requests of \`${resource}\` may have: those of the fields, and of everything else that reads answer.`])}export type ${pascal(resource)}Name = ${[...namesOf[resource]].map((name) => JSON.stringify(name)).join(' | ')};\n`,
    ),
    `${comment(['The request and the answer of each operation, the codes of its own refusals, and the names that it ignores.'])}export interface Operations {\n${types.join('\n')}\n}\n`,
    `${comment(['The name of an operation.'])}export type OperationName = keyof Operations;\n`,
    `${comment(['The name of an operation that a batch may contain.'])}export type BatchedOperationName = Exclude<OperationName, ${unbatched}>;\n`,
    `${comment(['The name of an operation that an atomic batch may contain.'])}export type AtomicOperationName = ${atomicNames.map((name) => `'${name}'`).join(' | ')};\n`,
    `/** @internal */\nexport const operationTraits = {\n${traits.join('\n')}\n} as const;\n`,
  ].join('\n');
}

function functionOf(name: (typeof operationNames)[number]): string {
  const verb = name.split('.')[1] as string;
  const request = `${pascal(name)}Request`;
  const head = `${comment(docOf(name), '  ')}  ${verb}`;
  if (isExistence(name)) return `${head}(request: ${request}, options?: CallOptions): Promise<boolean>;`;
  const answer = verb === 'update' ? `AnswerTo<'${name}', Sent>` : `${pascal(name)}Answer`;
  // A read without a misspelled field fails or finds nothing; a write would lose data.
  if (publicOperations[name].kind === 'reads')
    return `${head}(request: ${request}, options?: CallOptions): Promise<${answer}>;`;
  return `${head}<Sent extends ${request}>(request: Sent & OnlyKnown<'${name}', Sent>, options?: CallOptions): Promise<${answer}>;`;
}

function ignoredBy(name: (typeof operationNames)[number]): string {
  const { refusesOthers }: AnyOperation = publicOperations[name];
  const resource: Resource = resourceOf(name);
  return refusesOthers || !recordResources.includes(resource) ? 'never' : `${pascal(resource)}Name`;
}

function onlyWithOf(name: (typeof operationNames)[number]): string {
  const { onlyWith }: AnyOperation = publicOperations[name];
  if (!onlyWith) return '';
  const fields = Object.keys(onlyWith.fields).map((field) => JSON.stringify(field));
  return ` readonly onlyWith: { readonly flag: '${onlyWith.flag}'; readonly fields: ${fields.join(' | ')} };`;
}

function docOf(name: (typeof operationNames)[number]): readonly string[] {
  const operation: AnyOperation = publicOperations[name];
  const { rules } = operationTexts[name];
  // Codes of wrong fields are those of every operation.
  const known = operation.refusals.filter((code) => Object.hasOwn(refusalCodes, code));
  const refusals = isExistence(name) ? [] : known;
  return [
    isExistence(name) ? operation.summary.replace(/^Checks/, 'Resolves to') : operation.summary,
    ...(rules.length > 0 && !isExistence(name) ? ['', ...rules.map((rule) => `- ${rule}`)] : []),
    ...(refusals.length > 0 ? ['', 'Refusals, besides those of wrong fields:'] : []),
    ...refusals.map((code) => `- \`${code}\`: ${refusalCodes[code as PublicRefusalCode].cause}`),
    '',
    `@example\n${exampleOf(name, operation)}`,
  ];
}

function exampleOf(name: string, { example, answer }: AnyOperation): string {
  const request = JSON.stringify(example, null, 1)
    .replaceAll(/\n */g, ' ')
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'");
  const isNull = (answer as { type?: string }).type === 'null';
  return `${isNull ? '' : `const ${isExistence(name) ? 'exists' : 'answer'} = `}await service.${name}(${request});`;
}

function isExistence(name: string): boolean {
  return name.endsWith('.exists');
}
