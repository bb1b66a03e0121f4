import { readFileSync } from 'node:fs';
import { defaultSettings } from '../../admin/accounts.ts';
import { exampleFiles, exampleLanguages } from '../../gateway/http/exampleFiles.ts';
import { maxReported } from '../../shared/contract/input/fieldErrors.ts';
import {
  maxClockDifferenceSeconds,
  type SignaturePolicy,
  signaturePolicies,
} from '../../shared/contract/keys/signatureV2.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { articleUnits } from '../../shared/contract/resources/article.ts';
import { type Field } from '../../shared/contract/resources/field.ts';
import { maxFindValues, maxFoundPerValue } from '../../shared/contract/resources/find.ts';
import { titleCodes } from '../../shared/contract/resources/titleCodes.ts';
import {
  bytesMessage,
  inexactMessage,
  lengthMessage,
  notStorableMessage,
} from '../../shared/contract/values/clean.ts';
import { maxAddresses } from '../../shared/contract/values/contractLimits.ts';
import { grouped } from '../../shared/contract/values/counted.ts';
import { marksMessage } from '../../shared/contract/values/text.ts';
import { maxListBytes } from '../../workers/sets/answerSizes.ts';
import { entryTable, httpCodeTable, httpTable, nullDataTable, operationCodeTable } from './codeTables.ts';
import { anchorOf, code, jsonBlock, table } from './markdown.ts';
import { operationNames } from './operationNames.ts';
import { operationSection } from './operationSection.ts';
import { readOnlyTables } from './readOnlyFields.ts';
import { atomicExample, batchExample, undoneExample } from './texts/batchText.ts';
import { fieldErrorsExample, malformedExample, validLeitwegIds } from './texts/fieldsText.ts';
import { webhooksText } from './texts/webhookTexts.ts';

const template = new URL('template.md', import.meta.url);
const mebibyte = 1_048_576;

/** The text of docs/api.md. Throws when the template and the parts that are made here don't fit together. */
export function apiPage(): string {
  const parts = new Map(Object.entries({ ...figures(), ...tables(), ...examples() }));
  const used = new Set<string>();
  const page = readFileSync(template, 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`docs/generate/template.md names the unknown part {{${name}}}`);
    used.add(name);
    return part;
  });
  const unused = [...parts.keys()].filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`docs/generate/template.md does not use ${unused.join(', ')}`);
  return page;
}

function figures() {
  return {
    maxOperations: grouped(batchRun.maxOperations),
    maxOperationsInMessage: String(batchRun.maxOperations),
    batchMiB: String(batchRun.maxBytes / mebibyte),
    batchAnswerMiB: String(batchRun.maxAnswerBytes / mebibyte),
    batchSuccess: batchRun.success,
    batchSummary: batchRun.summary,
    maxAtomicOperations: String(batchRun.maxAtomicOperations),
    maxClockDifferenceSeconds: String(maxClockDifferenceSeconds),
    maxReported: String(maxReported),
    maxAddresses: grouped(maxAddresses),
    maxFindValues: grouped(maxFindValues),
    maxFoundPerValue: String(maxFoundPerValue),
    listKiB: String(maxListBytes / 1_024),
    numberStart: String(defaultSettings.number_start),
    validLeitwegIds: validLeitwegIds.map(code).join(', '),
    exampleLinks: exampleLanguages.map((name) => `[${name}](../${exampleFiles[name]})`).join(',\n'),
    operationLinks: operationNames.map((name) => `[${name}](#${anchorOf(name)})`).join(', '),
  };
}

function tables() {
  return {
    httpTable: httpTable(),
    nullDataTable: nullDataTable(),
    httpCodeTable: httpCodeTable(),
    operationCodeTable: operationCodeTable(),
    entryTable: entryTable(),
    policyRows: signaturePolicies.map((policy) => `| ${code(policy)} | ${policyTexts[policy]} |`).join('\n'),
    titleTable: table(
      ['code', 'title'],
      titleCodes.map(([title, meaning]) => [code(String(title)), meaning]),
    ),
    unitTable: table(
      ['code', 'unit'],
      Object.entries(articleUnits).map(([unit, meaning]) => [code(unit), meaning]),
    ),
    readOnlyTables: readOnlyTables(),
    expectationTable: expectationTable(),
    operations: operationNames.map(operationSection).join('\n\n'),
  };
}

function examples() {
  const { request, data } = batchExample;
  const answer = { response: true, data, method: batchRun.name, message: batchRun.success };
  return {
    fieldErrorsRequest: jsonBlock(fieldErrorsExample.request),
    fieldErrorsCode: fieldErrorsExample.code,
    fieldErrorsAnswer: jsonBlock(fieldErrorsExample.answer),
    malformedBody: malformedExample.body,
    bodyMalformedMessage: malformedExample.message,
    webhooksText,
    batchExample: [
      `Request to \`/api/v1/${batchRun.name}\`, or with \`X-Svc-Method: ${batchRun.name}\`:`,
      jsonBlock(request),
      'Answer:',
      jsonBlock(answer),
    ].join('\n\n'),
    atomicRequest: jsonBlock(atomicExample.request),
    undoneAnswer: jsonBlock(undoneExample.answer),
  };
}

/** The meaning of each policy of an app for signature v2. */
const policyTexts: Readonly<Record<SignaturePolicy, string>> = {
  v1: 'is ignored',
  'v2-optional': 'is checked when the header is sent; the policy of new apps',
  'v2-required': 'must be sent',
};

const ofTexts = [lengthMessage('<n>'), bytesMessage('<n>'), notStorableMessage, marksMessage, inexactMessage];

/** Messages about wrong values, with their fields. */
function expectationTable(): string {
  const fields = Object.values(publicOperations).flatMap(({ input }) => Object.entries<Field>(input));
  const messages = [...new Set(fields.map(([, { expects }]) => expects))];
  const rows = messages.map((message) => [
    code(message),
    namesIn(fields.filter(([, { expects }]) => expects === message)),
  ]);
  return table(['message', 'fields'], [...rows, ...ofTexts.map((message) => [code(message), 'texts'])]);
}

const maxNames = 4;

function namesIn(fields: readonly (readonly [string, Field])[]): string {
  const names = [...new Set(fields.map(([name]) => name))];
  const shown = names.slice(0, maxNames).map(code).join(', ');
  return names.length > maxNames ? `${shown} and others` : shown;
}
