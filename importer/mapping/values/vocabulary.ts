/** Makes words comparable: lower case, without accents, spaces and punctuation. */
export function plainWord(text: string): string {
  const lower = text.toLowerCase();
  if (!accented.test(lower)) return lower.replace(/[^a-z0-9]+/g, '');
  return lower
    .replace(/[äöüßłøæœđı]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Most words have none of these, and are made plain in a third of the time. */
const accented = /[^\x20-\x7e]/;

const plainLetters: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ı: 'i',
};

/** Maps each word to its meaning; the lists separate words by white space. */
export function words<Meaning extends string | number>(
  lists: readonly (readonly [Meaning, string])[],
): ReadonlyMap<string, Meaning> {
  return new Map(
    lists.flatMap(([meaning, list]) => list.split(/\s+/).map((word) => [word, meaning] as const)),
  );
}

/** Title codes (docs/api.md#fields), by the forms of address in German, English, French, Italian, Polish, Dutch, Spanish and Turkish. */
export const titles = words<number>([
  [
    -1,
    'firma company unternehmen organisation organization business societe entreprise societa azienda ditta spolka bedrijf c empresa sociedad sirket spettle spettabile',
  ],
  [
    0,
    `herr herrn hr mr mister sir male maennlich m mann monsieur mons homme masculin signor signore sig egr maschio pan
     mezczyzna dhr deheer heer meneer man senor sr don hombre masculino bay bey erkek`,
  ],
  [
    1,
    `frau fr mrs ms miss fraeulein frl madam female weiblich w f mme madame mlle mademoiselle femme feminin signora sigra
     signorina signa signra gentma femmina pani kobieta mevr mevrouw mw v vrouw senora sra srta senorita dona mujer femenino bayan hanim kadin`,
  ],
  [2, 'divers diverse mx d diversx nonbinary nonbinaire altro inny anders otro diger nichtbinaer'],
  [
    3,
    'keine keineanrede keineangabe ohne ohneanrede none notitle neutral notspecified undefined unbekannt unknown aucun aucune nessuno brak geen ninguno yok',
  ],
  [4, 'familie fam family famille famiglia rodzina familia aile'],
  [
    5,
    `ehepaar eheleute paar couple herrundfrau frauundherr herrnundfrau mrandmrs mrmrs mrsmr mrsandmr herrfrau frauherr herrufrau
     frauuherr hrundfr hrufr hrfr frundhr fruhr frhr meurmme mmem monsieurmadame monsieuretmadame metmme mmme mretmme mmeetm
     signori sigri sigesigra signoresignora panstwo panipan panipani echtpaar heerenmevrouw dhrenmevr dhrenmw dhrmevr srysra`,
  ],
  [6, 'dr doktor doctor herrdr fraudr drmed herrdoktor fraudoktor docteur dottore dottoressa dott dottssa'],
  [
    7,
    `prof professor professorin profdr herrprof frauprof herrprofdr frauprofdr herrprofessor frauprofessorin professeur
     professore professoressa profesor hoogleraar`,
  ],
]);

/** Units (docs/api.md#fields), by German and English names, and by the codes of UN/ECE Recommendation 20. */
export const units = words<string>([
  [
    'unit_ppu',
    'unitppu stueck stuecke stk stck st stueckpreis piece pieces pcs pc pce ea each c62 h87 nar prostueck einheit einheiten einh unit units uds unitsd pezzo pezzi pz szt sztuka sztuki stuk stuks unite unites unidad unidades ud adet u ks kus kusy kusu db darab kpl tk nar nr sztuk stycken',
  ],
  [
    'unit_hour',
    'unithour stunde stunden std stdn h hour hours hr hrs hur arbeitsstunde arbeitsstunden heure heures ora ore hod hodina hodiny hodin timer timme timmar tunti godz godzina godziny godzin uur uren hora horas saat tim tima timar arbstd arbeitsstd lohnstunde lohnstunden mannstunde manhour manhours',
  ],
  [
    'unit_lump',
    'unitlump pauschal pauschale psch pausch psl lump lumpsum flat flatrate ls pschl pauschalbetrag forfait forfettario acorpo ryczalt rycz pausal tantoalzado globaal fastpris',
  ],
  ['unit_kg', 'unitkg kg kgs kgm kilogramm kilogram kilograms kilo kilos'],
]);

/** Units that the service lacks: their price becomes a price per unit, and their name is lost. */
export const otherUnits: ReadonlySet<string> = new Set(
  `liter litre litres liters l ltr lt meter metre metres meters m mtr lfm lfdm laufendermeter laufmeter m2
   m² qm mtk quadratmeter squaremeter m3 m³ cbm mtq kubikmeter paar pair pairs pr set sets satz packung
   packungen pack pkg pkt paket xpk pk karton kartons ktn carton box bx xbx xct ct kiste flasche flaschen
   fl bottle bottles btl bouteille bouteilles bottiglia bottiglie butelka botella fles flaska lahev xbo bo dose dosen rolle rollen roll xro ro dutzend dozen dozens dzn`.split(
    /\s+/,
  ),
);

/** Parts of words for a unit that is not in the lists. */
const likelyUnits: readonly (readonly [RegExp, string])[] = [
  [/std|stund|hour|^hrs?$|heure|godz|hodin|^(?:man)?u(?:ur|ren)|^tim|arbeit|lohn|labou?r/, 'unit_hour'],
  [
    /pausch|pausal|lump|flat|forfa|forfe|rycz|festpr|fastpr|fixed|servi[cz]|^usl|dienst|tjaenst|leistung|presta/,
    'unit_lump',
  ],
  [/kilo|kg/, 'unit_kg'],
];

const unitWord = /^\p{L}{1,20}\.?$/u;

/** True for a unit that the service lacks, also one that is in no list, such as `Portion` and `Lizenz`. */
export function isOtherUnit(text: string): boolean {
  const word = plainWord(text);
  if (otherUnits.has(word)) return !text.includes('/');
  return unitWord.test(text) && !flags.has(word) && likelyUnit(text) === 'unit_ppu';
}

export function likelyUnit(text: string): string {
  const word = plainWord(text);
  return likelyUnits.find(([pattern]) => pattern.test(word))?.[1] ?? 'unit_ppu';
}

/** Words for 1 and 0, also in columns that distinguish companies from persons. */
export const flags = words<number>([
  [
    1,
    '1 ja j yes y true wahr x oui vrai si vero tak prawda evet ano sim igen business b2b company firma firmenkunde geschaeftskunde gewerblich unternehmen organisation organization societe entreprise azienda empresa bedrijf foeretag',
  ],
  [
    0,
    '0 nein n no false falsch non faux falso nie nee nej nei ne nao nem hayir consumer b2c person privat privatkunde privatperson private individual particulier privato osoba osobafizyczna',
  ],
]);
