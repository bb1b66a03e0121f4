import { httpRejections } from '../../shared/contract/httpRejections.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import {
  batchCodes,
  type CodeText,
  codesWithNullData,
  fieldErrorCodes,
  refusalCodes,
} from '../../shared/contract/refusals.ts';
import { anchorOf, code, table } from './markdown.ts';
import { entryMessages } from './texts/batchText.ts';

/** Answers without an operation, by status. */
export function httpTable(): string {
  const rows = byStatus().map(([name, { status, message, cause, remedy }]) => [
    `**${status}**`,
    cause,
    code(message),
    code(name),
    remedy,
  ]);
  return table(['status', 'when', 'message', 'code', 'what to do'], rows);
}

/** The failures whose data is null, by operation. */
export function nullDataTable(): string {
  const rows = Object.entries(codesWithNullData).map(([name, codes]) => [
    `[${name}](#${anchorOf(name)})`,
    codes
      .map((each) =>
        each === 'public_authority_id_invalid' ? `${code(each)}, if no other field is wrong` : code(each),
      )
      .join('; '),
  ]);
  return table(['operation', 'code'], rows);
}

/** The same codes in the order of the alphabet, to look them up. */
export function httpCodeTable(): string {
  const rows = Object.entries(httpRejections)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { status, cause, remedy }]) => [code(name), String(status), cause, remedy]);
  return table(['code', 'status', 'cause', 'what to do'], rows);
}

/** Every code that comes with status 200, or only in a batch, with the operations that have it. */
export function operationCodeTable(): string {
  const refusals = Object.entries(refusalCodes).map(([name, text]) =>
    rowOf(name, operationsWith(name), text),
  );
  const fieldErrors = Object.entries(fieldErrorCodes).map(([name, text]) =>
    rowOf(name, '[fields](#fields)', text),
  );
  const entries = Object.entries(batchCodes).map(([name, text]) => rowOf(name, '[batches](#batch)', text));
  return table(['code', 'where', 'cause', 'what to do'], [...refusals, ...fieldErrors, ...entries]);
}

export function entryTable(): string {
  const rows = Object.entries(entryMessages).map(([name, message]) => [code(name), message]);
  return table(['code', 'message'], rows);
}

function byStatus() {
  return Object.entries(httpRejections).toSorted(([, a], [, b]) => a.status - b.status);
}

function rowOf(name: string, where: string, { cause, remedy }: CodeText): readonly string[] {
  return [code(name), where, cause, remedy];
}

function operationsWith(refusal: string): string {
  const operations = Object.values<AnyOperation>(publicOperations).filter(({ refusals }) =>
    refusals.includes(refusal),
  );
  return operations.map(({ name }) => `[${name}](#${anchorOf(name)})`).join(', ');
}
