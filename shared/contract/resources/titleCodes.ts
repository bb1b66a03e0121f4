import { integer } from './field.ts';

export type TitleCode = -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export const titleCodes = [
  [-1, 'Company'],
  [0, 'Mister'],
  [1, 'Miss'],
  [2, 'Diverse'],
  [3, 'No title'],
  [4, 'Family'],
  [5, 'Couple'],
  [6, 'Doctor'],
  [7, 'Professor'],
] as const satisfies readonly (readonly [TitleCode, string])[];

const codes = titleCodes.map(([code]) => code);

export const title = () => integer<TitleCode>(Math.min(...codes), Math.max(...codes), -1);
