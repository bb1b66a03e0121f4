import { plainWord } from './vocabulary.ts';

/**
 * Legal forms of companies, as words in their usual spelling: `SE` in capital letters, so that nobody called Se becomes a
 * company. None is the first word of a name.
 */
const legalForms: ReadonlySet<string> = new Set(
  `GmbH gGmbH mbH gmbh GMBH AG KG KGaA OHG oHG UG GbR GBR PartG PartGmbB eG SE SCE EWIV OG FlexCo FlexKapG
   Ltd LTD Limited LLC LLP PLC plc Inc INC Corp Corporation Incorporated
   SARL SàRL Sàrl Sarl SAS SASU SNC SCI EURL
   SpA SPA Srl SRL Srls Sas Snc Sapa
   BV NV VOF CV VZW BVBA BV-SRL
   spzoo SA Sp.k Sp.j
   SL SLU SLL SAU
   AB Oy OY Oyj ApS AS ASA HB KB
   doo sro kft Kft KFT zrt Zrt Nyrt
   AŞ LTDŞTİ Şti Lda Ltda LTDA Eireli EIRELI SGPS EOOD OOD`.split(/\s+/),
);

/** Matches forms of several words or with points, at the end or before `i. L.` and the like. */
const spacedForms =
  /\s(?:e\.\s?(?:K|Kfm|Kfr|V|G|U)\.?|eK|e\.K|eV|d\.\s?o\.\s?o\.?|s\.\s?r\.\s?o\.?|a\.\s?s\.|v\.\s?o\.\s?[fs]\.?|k\.\s?s\.|[Ss]p\.\s?[jkp]\.?|s\.\s?[jc]\.|C\.\s?B\.|mbB|Sp\.\s?z\s?o\.?\s?o\.?|sp\.\s?z\s?o\.?\s?o\.?|S\.\s?(?:p\.\s?A|r\.\s?l|a\.\s?r\.\s?l|A\.\s?S|A\.\s?R\.\s?L|A|L|n\.\s?c|N\.\s?C|à\s?r\.\s?l)\.?(?:\s?U\.)?|[BN]\.\s?V\.?|A\/S|[PIKF]\/[FS]|A\.\s?Ş\.?|Ltd\.\s?Şti\.?|G\.m\.b\.H\.?)(?=$|[\s,&(])/;

/** Words of companies, authorities and associations that have no legal form in their name. */
const companyWords: ReadonlySet<string> = new Set(
  `apotheke baeckerei metzgerei fleischerei konditorei brauerei gaertnerei schreinerei tischlerei druckerei spedition autohaus
   hotel restaurant gasthof gasthaus gaststaette pension praxis kanzlei steuerkanzlei rechtsanwaelte steuerberater ingenieurbuero
   architekturbuero hausverwaltung immobilien versicherung sparkasse volksbank bank stadt gemeinde kommune filiale niederlassung zweigstelle landkreis landratsamt bundesamt
   ministerium amt schule grundschule gymnasium universitaet hochschule kindergarten kita verein sportverein stiftung verband
   kirchengemeinde pfarramt klinik krankenhaus werkstatt handel grosshandel vertrieb service services consulting
   solutions systems software technik elektrotechnik bau hochbau tiefbau bedachungen holding group gruppe gebrueder soehne
   bakery bistro brasserie cafe tavern nursery joinery bakers builders plumbing motors cycles dairy brewery pharmacy school university council clinic hospital shop store studio agency association foundation
   boulangerie pharmacie ecole mairie garage association agence cabinet
   pizzeria trattoria pasticceria farmacia panificio scuola comune studio albergo ristorante officina
   przedsiebiorstwo spoldzielnia fundacja sklep restauracja firma gabinet biuro apteka szkola gmina urzad hurtownia zaklad piekarnia
   bakkerij slagerij apotheek basisschool gemeente stichting vereniging garage
   ferreteria restaurante libreria panaderia ayuntamiento escuela asociacion`.split(/\s+/),
);

/** First words of companies that may be names elsewhere. */
const firstWords: ReadonlySet<string> = new Set(['the', 'bar', 'pub', 'taller']);

/** Common first names: what follows them is a last name. */
const firstNames: ReadonlySet<string> = new Set(
  `adam agnieszka ahmet albert alessandra alessandro alex alexander alexandra alfred ali alice alicia alina amelie ana anders andre
   andrea andreas andrew andrzej angela angelika anita anja anke ann anna annalena anne anneliese annette annika antje anton antonia
   antonio arthur astrid axel ayse barbara bart bastian beate beatrice ben benedikt benjamin bernadette bernd bernhard bettina bianca
   birgit bjoern bob bodo brigitte britta bruno burkhard carina carl carla carlo carlos carmen carola carolin caroline carsten
   caterina catherine charles charlotte chiara chris christa christian christiane christina christine christoph christopher claire
   clara claude claudia clemens conny cornelia dagmar daniel daniela david dennis detlef dieter dietmar dirk dominik dora doris
   dorothea eckhard edith eduard eleonore elena elfriede elisabeth elizabeth elke ella ellen elmar else emil emilia emily emma
   emre erhard eric erich erik erika erna ernst erwin esra esther eva evelyn ewa fabian fatma felix ferdinand finn florian francesca
   francesco franco francois frank franz franziska fred friederike friedrich fritz gabi gabriela gabriele georg george gerald
   gerd gerhard gerlinde gertrud gisela giovanni giulia giuseppe gordon grzegorz guenter guenther gudrun guido gustav hanna hannah
   hannelore hans harald harry hartmut hasan hedwig heide heidi heike heiko heiner heinrich heinz helen helena helene helga helmut
   hendrik henri henriette henry herbert hermann hilde hildegard holger horst hubert hugo ida ilona ilse imke ina ines inga inge ingo
   ingrid irene iris irma isabel isabella isabelle ivan jacqueline jacques jakob james jan jana jane janina jasmin javier jean jeanne
   jennifer jens jessica jim joachim joan joanna jochen joe joerg johan johann johanna johannes john jonas jose josef joseph joyce
   juan judith juergen julia julian juliane julie julien jutta kai karen karin karina karl karla karsten katarzyna kate katharina
   kathrin katja katrin kemal kerstin kevin kilian kirsten klara klaus konrad konstantin krzysztof kurt lara lars laura laurent lea
   lena leo leon leonie liam lieselotte lilli lina linda lisa lothar louis louise luca lucas lucia ludwig luigi luis luisa lukas
   lutz lydia magdalena maike malte manfred manuel manuela marc marcel marco marcus margarete margit margot maria marianne marie
   mario marion mark marko markus marlene marta martha martin martina mary matteo matthias max maximilian mehmet melanie mia michael
   michaela michel michelle miriam mirko mohamed monica monika moritz murat mustafa nadine nadja natalie natascha nele nico nicola
   nicolas nicole niklas nils nina noah nora norbert olaf ole oliver olivia oscar oskar otto pablo paola paolo pascal patricia patrick
   paul paula paulina pauline pedro peter petra philip philipp philippe pia pierre pieter piotr rainer ralf ralph ramona raphael
   rebecca regina reiner reinhard reinhold renate rene ricarda richard rita robert roberto rolf roland roman romy ronald rosa
   rosemarie rosi roswitha rudi rudolf rudolph ruediger ruth sabine sabrina sally sam samuel sandra sara sarah sascha sebastian
   selma silke silvia simon simone sofia sofie sonja sophia sophie stefan stefanie steffen stephan stephanie steven susan susanne
   sven svenja sybille sylvia tanja tatjana theo theresa theodor thomas thorsten tim timo tina tobias tom torsten udo ulf uli ulla
   ulrich ulrike ursula ute uwe valentin valentina vanessa vera verena veronika victor victoria viktor viktoria vincent volker
   walter waltraud werner wilfried wilhelm willi william winfried wolfgang wolfram yasmin yvonne zeynep`.split(
    /\s+/,
  ),
);

/** Matches `Herr Dr. ` at the beginning of a name. */
export const formOfAddress =
  /^(?:(?:herrn?|frau|familie|fam|eheleute|mr|mrs|ms|mx|m\.(?=\s+et\s)|monsieur|madame|mademoiselle|mme|mlle|signora?|signore|sig|sig\.ra|pan|pani|de heer|meneer|mevrouw|dhr|mevr|señora?|senora?|sr|sra|dr|prof)\.?\s+(?:(?:&|und|and|u\.|et|en|e|y)\s+(?=(?:herrn?|frau|mr|mrs|monsieur|madame|mme|signora|sig\.ra|mevr|mevrouw|sra|señora)\.?\s))?)+(?=\S)/i;

export function isFirstName(word: string): boolean {
  return word.split('-').every((part) => firstNames.has(plainWord(part)));
}

/** Matches `Firma Müller`, and the French legal forms, which often stand first. */
const formFirst =
  /^(?:(?:[Ff]irma|FIRMA|[Ff]a\.|[Dd]itta|[Ss]ociété|[Ss]té|[Ss]półka|[Ee]mpresa|Ets\.?|Établissements|Mairie|Commune|Association)|S\.?A\.?R\.?L\.?|Sarl|SASU?|EURL|SCI|SNC|SCOP|GAEC|EARL|SELARL|GIE)\s/;

export type NameKind = 'company' | 'person' | 'unclear';

export function hasLegalForm(name: string): boolean {
  if (!name.includes(' ')) return false;
  if (formFirst.test(name)) return true;
  if (spacedForms.test(name)) return true;
  const [, ...others] = name.split(/[\s,()&/]+/);
  return others.some((word) => legalForms.has(word.replace(/\.(?=.)|\.$/g, '')) || legalForms.has(word));
}

/** Tells a company from a person by the words of a name. */
export function kindOfName(name: string): NameKind {
  if (hasLegalForm(name)) return 'company';
  if (formOfAddress.test(name)) return 'person';
  const words = name.split(/[\s,-]+/).map(plainWord);
  if (words.length === 1 || /\d/.test(name)) return 'unclear';
  const [, given] = name.split(/,\s*/);
  const first = given === undefined ? words[0] : plainWord(given.split(/[\s-]/)[0] ?? '');
  const isCompany =
    name.includes('&') || firstWords.has(words[0] ?? '') || words.some((word) => companyWords.has(word));
  if (isCouple(words)) return 'person';
  const isPerson = firstNames.has(first ?? '') && words.length <= 4;
  // A couple, or a company that has the name of its owner.
  if (isCompany && isPerson) return given === undefined ? 'unclear' : 'person';
  if (isCompany) return 'company';
  return isPerson && !words.includes('und') && !words.includes('and') ? 'person' : 'unclear';
}

/** True for `Frau Anna Braun` and `Braun, Anna`. A title alone, as in `Dr. Braun`, may begin the name of a practice. */
export function isSurelyPerson(name: string): boolean {
  if (hasLegalForm(name) || name.includes('&')) return false;
  if (name.split(/[\s,-]+/).some((word) => companyWords.has(plainWord(word)))) return false;
  const isAddressed = formOfAddress.test(name) && !/^(?:dr|prof)\b/i.test(name);
  return isAddressed || (name.includes(',') && kindOfName(name) === 'person');
}

/** True for `Hans und Anna Müller`. */
function isCouple([first = '', and = '', second = '', last]: readonly string[]): boolean {
  const isJoined = ['', 'und', 'and', 'u', 'et', 'e', 'y', 'i', 'en', 've'].includes(and);
  return isJoined && firstNames.has(first) && firstNames.has(second) && last !== undefined;
}
