import type { Converted, Problem } from './cells.ts';
import { meantOption } from './meantOption.ts';
import { plainWord } from './vocabulary.ts';

/** German rates in percent, by the kind of rate that words name. */
const rates: Readonly<Record<string, string>> = { standard: '19', reduced: '7', free: '0' };

const rateWords: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:standard|normal(?:er|e)?|voll(?:er|e)?|regul(?:ae|a)r(?:er|e)?|regel|full|general|allgemein(?:er|e)?)$/,
    'standard',
  ],
  [/^(?:ermaessigt(?:er|e)?|erm|reduziert(?:er|e)?|reduced|lower|vermindert(?:er|e)?)$/, 'reduced'],
  [
    /^(?:steuerfrei|steuerbefreit|umsatzsteuerfrei|mwstfrei|ustfrei|frei|befreit|free|exempt|zero|null|taxfree)$/,
    'free',
  ],
];
const otherWords =
  /^(?:ust|mwst|st|vat|tax|taxes|gst|umsatzsteuer|mehrwertsteuer|steuer|steuersatz|satz|saetze|rate|rated|class|klasse|gesetzliche|inkl|incl|inklusive|inclusive|zzgl|de|deutschland|germany|german|prozent|percent|umsatz|on|income|sales|output|supplies|domestic)$/;
/** Words that mean no tax beside a word for taxes: `keine MwSt.` */
const noTax = /^(?:keine?|ohne|no)$/;
/** Ends of compounds, such as `Normalsteuersatz` and `reducedrate`. */
const ending = /(?<=.)(?:steuersatz|steuer|satz|rate|tax|vat|mwst|ust)$/;

/** Recognizes a rate that is not in percent: a fraction, or a code such as a tax key. */
export function looksLikeCode(rate: number, known: ReadonlySet<number> = none): boolean {
  const isFraction = rate > 0 && rate < 1;
  const isDigit = Number.isInteger(rate) && rate > 0 && rate < 10;
  return isFraction || (isDigit && rate !== 5 && rate !== 7 && !known.has(rate));
}

const none: ReadonlySet<number> = new Set();

/** Rates of one digit, by the names of columns that have them: those of a country, or any of them beside a word for percent. */
const smallRates: readonly (readonly [RegExp, ReadonlySet<number>])[] = [
  [/%|percent|procent|prozent|porcentaje|pourcentage|szazalek/, new Set([3, 4, 6, 8, 9])],
  [/btw/, new Set([6, 9])],
  [/iva/, new Set([4, 6])],
  [/moms/, new Set([6])],
];

/** Standard rates of countries: codes have fewer digits. */
const standardRates: ReadonlySet<string> = new Set([
  '17',
  '18',
  '19',
  '20',
  '21',
  '22',
  '23',
  '24',
  '25',
  '27',
]);
const besideStandard = [4, 5, 6, 7, 8, 9];

/** Returns the rates of one digit that are not codes in columns with these names, or beside these values. */
export function smallRatesOf(names: readonly string[], values: readonly string[]): ReadonlySet<number> {
  const found = smallRates.filter(([pattern]) => names.some((name) => pattern.test(name.toLowerCase())));
  const beside = values.some((value) => standardRates.has(value)) ? besideStandard : [];
  return new Set([...found.flatMap(([, rates]) => [...rates]), ...beside]);
}

/**
 * Converts a percentage, also with words around it, or a word for a rate in Germany. Words are refused if the rates seem to
 * be those of another country, except words for no tax. Numbers without a percent sign are refused in a column of codes.
 */
export function taxRateConversion(
  isGerman: boolean,
  isCoded = false,
  known: ReadonlySet<number> = none,
): (text: string) => Converted {
  return (text) => {
    const percentage = percentageIn(text);
    if (percentage !== undefined) return percentage;
    const [number, another] = text.match(/[.,]?\d+(?:[.,]\d+)*/g) ?? [];
    const named = wordsIn(text);
    if (another !== undefined || named === undefined || /-\s*\d/.test(text)) return unknownRate(text);
    const word = named.kind === undefined ? undefined : rates[named.kind];
    const isClear = isGerman || named.kind === 'free';
    if (number === undefined) return word === undefined || !isClear ? unknownRate(text) : word;
    const digits = number.replace(',', '.').replace(/^\./, '0.');
    if (Number.isNaN(Number(digits))) return unknownRate(text);
    if (word !== undefined && Number(word) !== Number(digits)) return unknownRate(text);
    const isPercent = text.includes('%') && Number(digits) >= 1;
    const isUnclear = looksLikeCode(Number(digits), known) || (isCoded && !text.includes('%'));
    return !isPercent && isUnclear ? notPercent(text, Number(digits)) : digits;
  };
}

/** Words beside a percentage that say that it is not the rate, or not that of the article. */
const otherPercentage =
  /reverse|intra|export|import|exempt|exoner|esent|exent|zwolnion|steuerfrei|befreit|free|rabatt|discount|remise|sconto|descuento|korting|ohne|without|keine|anteil|share|deduct|deduc|detra|abzieh/;

/** A longer text is not the name of a rate, and the patterns would take long for it. */
const maxRateLength = 100;

/** Reads a text with a single percentage, whatever its other words and numbers are: `IVA 21%`, `25 % varor`, `T1 20%`. */
export function percentageIn(text: string): string | undefined {
  if (text.length > maxRateLength) return undefined;
  const [percentage, another] = text.match(/\d+(?:[.,]\d+)*\s*%/g) ?? [];
  const isRange = /^\s*[-–]|\d\s*[-–/]\s*\d/.test(text);
  const isClear = another === undefined && text.split('%').length === 2 && /\p{L}/u.test(text) && !isRange;
  const [digits = ''] = /^\d+(?:[.,]\d+)?/.exec(percentage ?? '') ?? [];
  const rate = Number(digits.replace(',', '.'));
  if (digits === '' || !isClear || (rate > 0 && (rate < 1 || otherPercentage.test(plainWord(text)))))
    return undefined;
  const isContradicted = kindsIn(text).some((kind) => Number(rates[kind]) !== rate);
  return isContradicted ? undefined : digits.replace(',', '.');
}

/** Returns the kinds of rates that words of German and English name. */
function kindsIn(text: string): readonly string[] {
  const words = text.split(/[^\p{L}\p{M}]+/u).map(plainWord);
  return words.flatMap((word) => kindOf(word) ?? kindOf(word.replace(ending, '')) ?? []);
}

/** Returns the place of a rate in a list of the standard, the reduced and the free one, if words name it. */
export function placeOfRate(text: string): number | undefined {
  const kind = wordsIn(text)?.kind;
  return kind === undefined ? undefined : Object.keys(rates).indexOf(kind);
}

/** Returns the kind of rate that the words name; undefined when one of them is unknown or they contradict each other. */
function wordsIn(text: string): { readonly kind: string | undefined } | undefined {
  const words = text
    .split(/[^\p{L}]+/u)
    .map(plainWord)
    .filter((word) => word !== '');
  const kinds = new Set<string>();
  const hasTax = words.some((word) => otherWords.test(word));
  for (const word of words) {
    if (otherWords.test(word)) continue;
    const isNone = hasTax && noTax.test(word);
    const kind = isNone ? 'free' : (kindOf(word) ?? kindOf(word.replace(ending, '')));
    if (kind === undefined) return undefined;
    kinds.add(kind);
  }
  return kinds.size > 1 ? undefined : { kind: [...kinds][0] };
}

function kindOf(word: string): string | undefined {
  return rateWords.find(([pattern]) => pattern.test(word))?.[1];
}

function unknownRate(text: string): Problem {
  return {
    problem: `unknown tax rate "${text}": set the rate that it means with ${taxRateOption(text, 'RATE')}`,
  };
}

function notPercent(text: string, rate: number): Problem {
  const isFraction = rate > 0 && rate < 1;
  const what = isFraction ? 'a fraction' : 'a code';
  const meaning = isFraction ? percentOf(rate) : 'RATE';
  return {
    problem: `"${text}" may be ${what}, or a rate in percent: set the rate that it means with ${taxRateOption(text, meaning)}`,
  };
}

export function percentOf(fraction: number): string {
  return String(Number((fraction * 100).toFixed(4)));
}

function taxRateOption(text: string, rate: string): string {
  return meantOption('--tax-rate', text, rate);
}
