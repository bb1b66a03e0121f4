import { isLeitwegId } from '../../../shared/contract/input/validator.ts';
import type { Field } from '../../../shared/contract/resources/field.ts';
import { exactNumber } from '../../../shared/contract/values/numeral.ts';
import type { Schema } from '../contractSchema.ts';

/** A rule of the service that JSON Schema can't describe: the sentence for readers, and its meaning for tests. */
export interface BeyondSchema {
  readonly sentence: string;
  /** The value that the schema speaks of, instead of the one that was sent. */
  readonly cleaned?: (sent: unknown) => unknown;
  /** True if the value is refused although its schema allows it. The source is its JSON text. */
  readonly refuses?: (sent: unknown, source: string) => boolean;
}

/** The rule of cursors, which the reader of requests can't check either. */
const signed: BeyondSchema = {
  sentence: 'Only a cursor that the service has answered is accepted: it is signed.',
};

/** The rule of `wait_ms`. */
export const waiting = {
  sentence:
    "At most three quarters of the operator's deadline, which this document does not state; 0 in a batch.",
  refusesInBatch: (sent: unknown) => Number(sent) !== 0,
};

/** The rules of a field that JSON Schema can't describe. */
export function beyondSchema({ schema, clean }: Field): readonly BeyondSchema[] {
  const { format, enum: words, wellFormed, maxBytes, items } = schema as Schema;
  if (items) return items.wellFormed ? [texts(storable)] : [];
  if (format === 'decimal' || format === 'percentage') return [decimals];
  const own = formats[format ?? ''] ?? [];
  if (format !== undefined || words) return [cleaning('line'), storable, ...own];
  if (maxBytes !== undefined) return [cleaning('note'), characters('note'), bytes(maxBytes)];
  if (!wellFormed) return 'pattern' in schema ? [signed] : [];
  return clean(' x ') === 'x' ? [cleaning('line'), characters('line')] : [storable];
}

type TextForm = 'line' | 'note';

/** Text without control characters, as the page says; written apart from the code of the service. */
function withoutControls(text: string, form: TextForm): string {
  return form === 'line' ? text.replaceAll(/\p{Cc}+/gu, ' ') : text.replaceAll(/[^\P{Cc}\t\n]/gu, '');
}

const cleaning = (form: TextForm): BeyondSchema => ({
  sentence: "Checked after cleaning, which JSON Schema can't describe.",
  cleaned: (sent) => (typeof sent === 'string' ? cleaned(sent, form) : sent),
});

function cleaned(text: string, form: TextForm): string {
  return withoutControls(text, form).normalize('NFC').trim();
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

const characters = (form: TextForm): BeyondSchema => ({
  sentence:
    'NUL, lone surrogates and more than 30 combining marks in a row are refused: no pattern for them works in all languages.',
  refuses: (sent) =>
    typeof sent === 'string' && (!isStorable(sent) || /\p{M}{31}/u.test(withoutControls(sent, form).trim())),
});

const storable: BeyondSchema = {
  sentence: 'NUL and lone surrogates are refused: no pattern for them works in all languages.',
  refuses: (sent) => typeof sent === 'string' && !isStorable(sent),
};

/** The same of each element of a list. */
const texts = ({ sentence, refuses }: BeyondSchema): BeyondSchema => ({
  sentence,
  refuses: (sent, source) => Array.isArray(sent) && sent.some((each) => refuses?.(each, source)),
});

const bytes = (maximum: number): BeyondSchema => ({
  sentence: "The limit is in bytes of UTF-8, which JSON Schema can't count.",
  refuses: (sent) => typeof sent === 'string' && Buffer.byteLength(cleaned(sent, 'note')) > maximum,
});

const decimals: BeyondSchema = {
  sentence:
    'More decimals are refused in numbers too: `multipleOf` would also refuse right numbers, since validators compute in binary.',
  refuses: (sent, source) => {
    if (typeof sent !== 'number') return false;
    const { digits, point } = exactNumber(source) ?? { digits: '', point: 0 };
    return digits.length - point > 4;
  },
};

const formats: Readonly<Record<string, readonly BeyondSchema[]>> = {
  'utc-date-time': [
    {
      sentence: 'Days that do not exist are refused: the pattern allows 29 February in every year.',
      refuses: (sent) => isMissingDay(cleanLine(sent)),
    },
  ],
  'leitweg-id': [
    {
      sentence: "The check digits are verified, which a pattern can't do.",
      refuses: (sent) => cleanLine(sent) !== '' && !isLeitwegId(cleanLine(sent)),
    },
  ],
};

function cleanLine(sent: unknown): string {
  return typeof sent === 'string' ? cleaned(sent, 'line') : '';
}

function isMissingDay(time: string): boolean {
  const [, year, day] = /^(\d{4})-02-(29)/.exec(time) ?? [];
  return day !== undefined && new Date(Date.UTC(Number(year), 1, 29)).getUTCMonth() !== 1;
}
