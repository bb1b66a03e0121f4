/** A word as it is compared: lower case, without accents, spaces and punctuation. */
export function plainWord(text: string): string {
  return text
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const plainLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Words and their meaning. */
type Words<Meaning> = ReadonlyMap<string, Meaning>;

function words<Meaning extends string | number>(
  lists: readonly (readonly [Meaning, string])[],
): Words<Meaning> {
  return new Map(lists.flatMap(([meaning, list]) => list.split(' ').map((word) => [word, meaning] as const)));
}

/** The title codes (docs/api.md#fields), by German and English forms of address. */
export const titles = words<number>([
  [-1, 'firma company unternehmen organisation business'],
  [0, 'herr herrn hr mr mister sir male maennlich m'],
  [1, 'frau fr mrs ms miss fraeulein madam female weiblich w f'],
  [2, 'divers diverse mx d'],
  [3, 'keine keineanrede keineangabe ohne none notitle neutral'],
  [4, 'familie fam family'],
  [5, 'ehepaar eheleute paar couple herrundfrau frauundherr mrandmrs herrfrau'],
  [6, 'dr doktor doctor herrdr fraudr drmed herrdoktor fraudoktor'],
  [
    7,
    'prof professor professorin profdr herrprof frauprof herrprofdr frauprofdr herrprofessor frauprofessorin',
  ],
]);

/** The units (docs/api.md#fields), by German and English names. */
export const units = words<string>([
  ['unit_ppu', 'unitppu stueck stk stck st piece pieces pcs pc each ea prostueck einheit unit'],
  ['unit_hour', 'unithour stunde stunden std h hour hours hr hrs'],
  ['unit_lump', 'unitlump pauschal pauschale psch pausch lump lumpsum flat flatrate'],
  ['unit_kg', 'unitkg kg kilogramm kilogram kilograms kilo'],
]);

/** What people write for 1 and 0, also in columns that distinguish companies from persons. */
export const flags = words<number>([
  [1, '1 ja j yes y true wahr x business b2b company firma firmenkunde geschaeftskunde gewerblich'],
  [0, '0 nein n no false falsch consumer b2c person privat privatkunde privatperson private individual'],
]);
