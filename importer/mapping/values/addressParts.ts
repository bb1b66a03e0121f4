import { plainWord } from './vocabulary.ts';

/** Matches names of columns with area codes, as `plainWord` writes them. */
export const areaCode =
  /^(.*?)(?:vorwahl|ortsvorwahl|vorwahlort|areacode|prefisso|indicatif|netnummer|kierunkowy|numerkierunkowy)$/;

/** Matches names of columns with calling codes of countries, as `plainWord` writes them, before or after those of the number. */
export const callingCode =
  /^(.*?)(?:laendervorwahl|landesvorwahl|landvorwahl|vorwahlland|internationalevorwahl|countrycode|(?:country)?callingcode|dial(?:l?ing)?code|landkode|landekode|landnummer|landcode|prefijo(?:internacional|pais)?|prefissointernazionale|indicatif(?:pays|international)|kierunkowykraju)(.*)$/;

export function isAreaCode(column: string): boolean {
  const word = plainWord(column);
  return areaCode.test(word) && !callingCode.test(word);
}

/** Matches `+49`, `0049` and `49`. */
const callingCodeText = /^(?:\+|00)?[1-9]\d{0,3}$/;

/** True if all texts may be calling codes. A code of a country has letters, or three digits as in `276`. */
export function areCallingCodes(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text) => callingCodeText.test(text.trim()));
}

/** True for a street that ends with its number, or begins with it as in French. */
export function hasHouseNumber(street: string): boolean {
  return /(?:^|\s)\d{1,4} ?[a-z]?(?: ?[-/+] ?\d{1,4} ?[a-z]?)?$|^\d{1,4}[a-z]?,? +\p{L}/iu.test(street);
}
