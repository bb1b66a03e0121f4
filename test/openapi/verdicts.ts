import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { pascal } from '../../docs/generate/contractSchema.ts';
import { beyondSchema } from '../../docs/generate/openapi/beyondSchema.ts';
import { parseBody } from '../../gateway/json/parseBody.ts';
import { routes } from '../../gateway/requests/routes.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { Field, Fields } from '../../shared/contract/resources/field.ts';
import { bodyOf, type Sent } from './sentRequests.ts';

const { components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'document', components });

/** A schema of the document. */
export function schemaNamed(name: string): ValidateFunction {
  return ajv.compile({ $ref: `document#/components/schemas/${name}` });
}

/** True if docs/openapi.json allows a request: its schema, and the sentences beside it. */
export class Document {
  readonly #contract: AnyOperation;
  readonly #isValid: ValidateFunction;

  constructor(contract: AnyOperation) {
    this.#contract = contract;
    this.#isValid = schemaNamed(`${pascal(contract.name)}Request`);
  }

  allows(sent: Sent): boolean {
    const body = this.cleaned(sent);
    return body !== undefined && this.#isValid(body);
  }

  /** Returns the part that the schema speaks of; undefined if a sentence refuses it. */
  cleaned(sent: Sent): object | undefined {
    const { input, onlyWith } = this.#contract;
    const isOn = !onlyWith || Number(JSON.parse(sent[onlyWith.flag] ?? '0')) === 1;
    const others = Object.entries(sent).filter(([name]) => isOn || !Object.hasOwn(onlyWith.fields, name));
    return cleanedMembers(Object.fromEntries(others), input);
  }
}

function cleanedMembers(sent: Sent, fields: Fields): object | undefined {
  const cleaned: [string, unknown][] = [];
  for (const [name, json] of Object.entries(sent)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const value = field ? cleanedValue(json, field) : { is: JSON.parse(json) as unknown };
    if (value === undefined) return undefined;
    cleaned.push([name, value.is]);
  }
  // Unlike an assignment, this makes a member of `__proto__`.
  return Object.fromEntries(cleaned);
}

function cleanedValue(json: string, field: Field): { readonly is: unknown } | undefined {
  const value: unknown = JSON.parse(json);
  const { members } = field;
  if (members && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const is = cleanedMembers(membersOf(json), members);
    return is && { is };
  }
  const sentences = beyondSchema(field);
  if (sentences.some(({ refuses }) => refuses?.(value, json))) return undefined;
  return { is: sentences.reduce((sent, { cleaned }) => (cleaned ? cleaned(sent) : sent), value) };
}

/** No drawn text begins with it. */
const numeral = 'the number ';

/** The members of an object, with numbers as they were sent: parsed and written again, they would lose digits. */
function membersOf(json: string): Sent {
  const marked = json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*/gis, (token) =>
    token.startsWith('"') ? token : JSON.stringify(numeral + token),
  );
  const values = Object.entries<unknown>(JSON.parse(json));
  const sources: Readonly<Record<string, unknown>> = JSON.parse(marked);
  return Object.fromEntries(
    values.map(([name, value]) => [
      name,
      typeof value === 'number' ? String(sources[name]).slice(numeral.length) : JSON.stringify(value),
    ]),
  );
}

/** True if the code of the gateway accepts a request. */
export async function gatewayAccepts({ name }: AnyOperation, sent: Sent): Promise<boolean> {
  const route = routes.get(name);
  if (!route || !('operation' in route)) throw new Error(`${name} is not a call`);
  const parsed = await parseBody(Buffer.from(bodyOf(sent)), route.operation.knows);
  return 'members' in parsed && !('fieldErrors' in route.operation.read(parsed.members));
}
