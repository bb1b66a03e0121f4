import type { FieldRules } from '../mapping/rules/mappingFile.ts';
import { isNoValue } from '../mapping/values/cells.ts';
import { dateForm, storedDate } from '../mapping/values/dates.ts';
import { factsOf, shown, valuesOf } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';

/** Two readings of numbers with slashes, dashes or points, which only a day above 12 tells apart. */
const dayFirst = ['DD/MM/YYYY', 'DD-MM-YYYY', 'DD/MM/YY', 'DD-MM-YY', 'DD.MM.YYYY'];
const times = ['', ' HH:mm', ' HH:mm:ss', ' HH:mm AM', ' HH:mm:ss AM', ', HH:mm AM', ', HH:mm:ss AM'];
const forms = dayFirst.flatMap((day) =>
  times.map((time) => ({
    day: day + time,
    month: `${day.replace('DD', '#').replace('MM', 'DD').replace('#', 'MM')}${time}`,
  })),
);
const yearFirst = ['YYYY/MM/DD', 'YYYY.MM.DD', 'YYYYMMDD'].flatMap((day) => times.map((time) => day + time));

const field = 'date_created';

/**
 * Adds the format of guessed dates, which the values of the column tell. A column of which nobody can tell day and month is not
 * used, and a notice says so: no row is refused for the date on which a record was created.
 */
export function withDates(
  fields: FieldRules,
  inspection: Inspection | undefined,
): { readonly fields: FieldRules; readonly notices: readonly string[] } {
  const { [field]: rule, ...others } = fields;
  if (typeof rule !== 'string' || !inspection) return { fields, notices: [] };
  const values = datesIn(inspection, rule);
  if (values.length === 0 || fits(values)) return { fields, notices: [] };
  const found = forms.find(({ day, month }) => fits(values, day) || fits(values, month));
  const readings = found ? [found.day, found.month].filter((form) => fits(values, form)) : [];
  const [only, another] = found ? readings : yearFirst.filter((form) => fits(values, form)).slice(0, 1);
  if (only !== undefined && another === undefined)
    return {
      fields: { ...others, [field]: { column: rule, date: only } },
      notices: [`the dates of "${rule}" are read as ${only}`],
    };
  const isPlain = values.some((value) => typeof storedDate(value, 'UTC') === 'string');
  if (another === undefined && (isPlain || values.some((value) => /^\d+(?:[.,]\d+)?$/.test(value))))
    return { fields, notices: [] };
  const why = another === undefined ? 'is not a date in a known format' : `may be ${only} or ${another}`;
  return {
    fields: others,
    notices: [
      `"${rule}" is not used: ${shown(values.slice(0, 1))} ${why} (for ${field}, set its "date" in a mapping file)`,
    ],
  };
}

/** Different values of a column with many of them are those of the first rows. */
function datesIn(inspection: Inspection, column: string): readonly string[] {
  const [facts] = factsOf(inspection, [column]);
  if (!facts) return [];
  const index = inspection.columns.indexOf(facts);
  const sampled = facts.values ? [] : inspection.samples.map((row) => row[index]?.trim() ?? '');
  return [...valuesOf(facts).keys(), ...sampled].filter((text) => text !== '' && !isNoValue(text));
}

function fits(values: readonly string[], example?: string): boolean {
  const form = example === undefined ? undefined : dateForm(example);
  return values.every((value) => typeof storedDate(value, 'UTC', form) === 'string');
}
