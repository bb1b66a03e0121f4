import { isEmptyCell } from '../../source/spreadsheetCells.ts';
import { withoutEntities } from './htmlEntities.ts';
import { shownDate } from './monthNames.ts';

export interface Problem {
  readonly problem: string;
}

/** A value that was changed because its meaning is certain; '' for a cell that says that there is none. */
interface Repaired {
  readonly value: string | number;
  readonly repair: string;
}

/** A value of a field; undefined when the cell says that there is none. */
export type Converted = string | number | Repaired | Problem | undefined;

/** Counts a value that was converted as repaired. */
export function repaired(converted: Converted, repair: string): Converted {
  return typeof converted === 'string' ? { value: converted, repair } : converted;
}

/** Converts the text of a cell, which is not empty. */
export type Conversion = (text: string) => Converted;

/**
 * Matches the error of a formula in any language (`#REF!`, `#WERT!`, `#¿NOMBRE?`), those of LibreOffice (`Err:502`), and the
 * `###` of a column that is too narrow; also with the cell that the reader of a sheet adds, such as `#BUSY! (C5)`.
 */
const errorValue =
  /^(?:#[¡¿]?[\p{L}/0-9_]{2,12}[!?](?: \([A-Z]{1,3}\d+\))?|#N\/A \([A-Z]{1,3}\d+\)|#{2,}|Err:\d{3})$/u;
const maxErrorLength = 32;
const maxDateLength = 16;
const asFormula = /^="((?:[^"]|"")*)"$/;
/** Matches the apostrophe that a spreadsheet or shop writes before a text that would otherwise be a formula. */
const escaped = /^'[=+\-@]/;
/** Matches a number of more digits than the column was wide: all but the first ones are lost. `1E5` may be an article number. */
const scientific = /^[+-]?\d{1,3}(?:[.,]\d+E\+?|E\+)\d+$/i;

/** Removes blanks, and what a spreadsheet needs around a text. Returns '' for a cell without a value, such as `NULL`. */
export function cellText(cell: string | undefined): string {
  const text = cell === undefined ? '' : cell.trim();
  if (isEmptyCell(text)) return '';
  if (text.startsWith('="')) return asFormula.exec(text)?.[1]?.replaceAll('""', '"').trim() ?? text;
  return text.startsWith("'") && escaped.test(text) ? text.slice(1) : text;
}

export function isErrorValue(cell: string | undefined): boolean {
  return (
    cell !== undefined &&
    cell.length < maxErrorLength &&
    (cell.includes('#') || cell.startsWith('Err:')) &&
    !isEmptyCell(cell.trim()) &&
    errorValue.test(cell.trim())
  );
}

/** Explains an error value. `#FORMULA!` is what the reader of a sheet gives for a formula without a value. */
export function errorProblem(cell: string): Problem {
  const text = cell.trim();
  const [, place] = /^#FORMULA! \((\w+)\)$/.exec(text) ?? [];
  if (place !== undefined)
    return {
      problem: `cell "${place}" has a formula without a stored value: open the file in a spreadsheet, and save it again`,
    };
  return {
    problem: `"${text}" is the error of a formula in a spreadsheet: correct the formula, and export the file again`,
  };
}

export function roundedBySpreadsheet(text: string): Problem | undefined {
  if (text.length <= maxDateLength && shownDate.test(text)) return takenForDate(text);
  if (!scientific.test(text)) return undefined;
  return {
    problem: `"${text}" was damaged by a spreadsheet, and its digits are lost: export the column as text`,
  };
}

export function takenForDate(text: string): Problem {
  return {
    problem: `"${text}" was damaged by a spreadsheet, which took it for a date: export the column as text`,
  };
}

/** Returns the digits before `.0`, which a spreadsheet or program writes when it takes a text for a number. */
export function wholeDigits(text: string): string | undefined {
  return /^(\d+)[.,]0+$/.exec(text)?.[1];
}

const noValues: ReadonlySet<string> = new Set(
  [
    'n/a|n.a|n.v|k.a|k/a|keine angabe|nicht angegeben|nicht vorhanden|not specified|nicht zutreffend',
    'does not apply|keine|none|null|nil|undefined|unbekannt|unknown|-|--|---|–|—|.|?',
    'néant|neant|aucun|aucune|inconnu|inconnue|non renseigné|non renseignée|nessuno|nessuna|sconosciuto|n.d|non disponibile',
    'n.v.t|nvt|geen|onbekend|niet beschikbaar|b/d|brak danych|nie dotyczy|nieznany|nieznana|ninguno|ninguna|desconocido',
  ].flatMap((list) => list.split('|')),
);

const maxWordLength = Math.max(...[...noValues].map((word) => word.length)) + 1;
/** First characters of these words: most values begin with another one, and need no closer look. */
const firstCharacters = new Set([...noValues].flatMap(([first = '']) => [first, first.toUpperCase()]));

/**
 * Recognizes a cell that says that there is no value, such as `n/a`, `k. A.` or `-`. `NA` does not count, since it may be
 * Namibia.
 */
export function isNoValue(text: string): boolean {
  if (text.length > maxWordLength || !firstCharacters.has(text.charAt(0))) return false;
  const word = text.toLowerCase();
  return (
    noValues.has(word) ||
    (word.includes('.') && noValues.has(word.replace(/\. (?=\w)/g, '.').replace(/(?<=\w)\.$/, '')))
  );
}

const invisible = String.raw`\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff`;
const hidden = new RegExp(`[\\u00a0${invisible}]`);
const blanks = /\u00a0/g;
const invisibleCharacters = new RegExp(`[${invisible}]`, 'g');

/**
 * Removes characters that nobody sees before a conversion, makes non-breaking spaces blanks, and decodes the entities of HTML:
 * copies from web pages and documents have them, and no search finds the value.
 */
export function withoutHidden(convert: Conversion): Conversion {
  return (text) => {
    const isHidden = hidden.test(text);
    const visible = isHidden ? text.replace(blanks, ' ').replace(invisibleCharacters, '').trim() : text;
    const clean = withoutEntities(visible);
    if (clean === text) return convert(text);
    const converted = clean === '' ? '' : (convert(clean) ?? '');
    const repair = isHidden ? hiddenRemoved : 'HTML entities decoded';
    if (typeof converted !== 'object') return { value: String(converted), repair };
    if ('problem' in converted) return converted;
    return { ...converted, repair: `${repair}; ${converted.repair}` };
  };
}

const hiddenRemoved = 'hidden characters removed';
