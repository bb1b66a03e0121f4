import { _, Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import countries from 'i18n-iso-countries/index.js';
import type { Fields } from '../resources/field.ts';
import { bytesMessage, isStorable, lengthMessage, notStorableMessage } from '../values/clean.ts';

const countryCodes = new Set(Object.keys(countries.getAlpha2Codes()).map((code) => code.toLowerCase()));

// Optimizing the code of the checks takes 0.1 s of each start, and saves less than 0.1 µs per call. Checking the schemas, which
// the types and the strict mode check already, takes 0.04 s.
const ajv = new Ajv2020({
  strict: true,
  allErrors: true,
  verbose: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
})
  .addKeyword({
    keyword: 'wellFormed',
    type: 'string',
    schemaType: 'boolean',
    code: (check) => {
      const storable = check.gen.scopeValue('func', { ref: isStorable });
      check.fail(_`!${storable}(${check.data})`);
    },
  })
  .addKeyword({ keyword: 'maxBytes', type: 'string', schemaType: 'number', validate: fitsBytes })
  .addFormat('country', (code) => code === '' || countryCodes.has(code))
  .addFormat('leitweg-id', (id) => id === '' || isLeitwegId(id))
  .addFormat('decimal', /^-?\d{1,11}(?:\.\d{1,4})?$/)
  .addFormat(
    'percentage',
    (rate) => /^-?\d{1,3}(?:\.\d{1,4})?$/.test(rate) && Number(rate) >= 0 && Number(rate) <= 100,
  )
  .addFormat('utc-date-time', isDateTime);

export function compileFields(fields: Fields): ValidateFunction {
  const schemas = Object.entries(fields).map(([name, field]) => [name, field.schema]);
  return ajv.compile({ type: 'object', properties: Object.fromEntries(schemas) });
}

/** Message of an error, without the field's name: `expects`, or a more specific text. */
export function explain({ keyword, params, schema }: ErrorObject, expects: string): string {
  if (keyword === 'maxLength') return lengthMessage(params.limit);
  if (keyword === 'maxBytes') return bytesMessage(schema as number);
  if (keyword === 'wellFormed') return notStorableMessage;
  return expects;
}

function fitsBytes(limit: number, text: string): boolean {
  return text.length * 3 <= limit || Buffer.byteLength(text) <= limit;
}

/** Checks the form, and that the number which the characters encode is 1 modulo 97 (docs/api.md#leitweg-id). */
export function isLeitwegId(id: string): boolean {
  if (!/^\d{2,12}(?:-[0-9A-Za-z]{1,30})?-\d{2}$/.test(id)) return false;
  const digits = id.replaceAll('-', '').replace(/[A-Za-z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

/** Checks that the date and time exist. The first and last year are excluded, so that the date exists in every time zone. */
function isDateTime(text: string): boolean {
  if (!/^(?:19|[2-9]\d)\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return false;
  if (text >= '9999') return false;
  const time = Date.parse(`${text.replace(' ', 'T')}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.replace(' ', 'T'));
}
