import { plainWord } from './vocabulary.ts';

/** Matches names of columns with area codes, as `plainWord` writes them. */
export const areaCode =
  /^(.*?)(?:vorwahl|ortsvorwahl|areacode|prefisso|indicatif|netnummer|kierunkowy|numerkierunkowy)$/;

export function isAreaCode(column: string): boolean {
  return areaCode.test(plainWord(column));
}

/** True for a street that ends with its number, or begins with it as in French. */
export function hasHouseNumber(street: string): boolean {
  return /(?:^|\s)\d{1,4} ?[a-z]?(?: ?[-/+] ?\d{1,4} ?[a-z]?)?$|^\d{1,4}[a-z]?,? +\p{L}/iu.test(street);
}
