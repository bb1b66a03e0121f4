/** Words of flags in the languages of the imported files, as `plainWord` writes them: `spärrad` is `spaerrad`. */

function oneOf(...lists: readonly string[]): string {
  return `(?:${lists.join(' ').split(' ').join('|')})`;
}

/** Words before a flag that do not change what it says: `Is product visible`, `Er synlig`, `Kunde gesperrt`. */
const before = `${oneOf(
  'is ist flag est est[ae] e er aer je jest czy artikel artikl article articles item product produkt produit prodotto producto produktet articolo articulo artykul towar vare vara zbozi',
  'kunden? customer client cliente klient klant kunder? kund zakaznik kontakt contact konto account dsgvo gdpr rgpd',
)}{0,2}`;
const after =
  '(?:flag|kz|kennzeichen|kunde|customer|client|cliente|klient|klant|artikel|article|item|product|produkt)?';

const active = oneOf(
  'active aktive aktiva aktivt aktiver aktiv aktivni aktivny actif actifs attiv[oaie] aktywn[aeyi] actief actieve activ[oa] aktif ativ[oa]',
  'aktiivinen enabled aktiviert aktiverad aktiveret freigegeben',
);
const shown = oneOf(
  'online published visible sichtbar veroeffentlicht publiee? visibile pubblicat[oa] widoczn[aeyi] opublikowan[aeyi] zichtbaar gepubliceerd',
  'publicad[oa] synliga? synligt publicerad offentliggjort publiceret viditeln[yaei] zverejnen[yaoei] publikovan[yaoi] enligne mostrad[oa]',
);
const not = oneOf('not nicht non no nie niet inte ikke icke ej ne nao in');

/** Adjectives that tell that a record was deleted, blocked, put away, or hidden. */
const deleted = oneOf(
  'deleted geloescht markedfordeletion trashed supprimee? efface eliminat[oa] cancellat[oa] usuniet[aey] verwijderd eliminad[oa] borrado silindi',
  'borttagen raderad slettet smazan[yaoi]? odstranen[yaoi]? geloeschtam deletedat',
);
const blocked = oneOf(
  'blocked locked gesperrt bloquee? bloccat[oa] zablokowan[aeyo] geblokkeerd bloquead[oa] spaerrad spaerrat spaerret sperret blokeret blokkert',
  'blokovan[yaoi]? zablokovan[yaoi]? onhold accountonhold onstop accountonstop',
);
const putAway = oneOf(
  'archived archiviert archivee? archiviat[oa] zarchiwizowan[aey] gearchiveerd archivad[oa] arkiverad arkiveret arkivert archivovan[yaoi]?',
  'inactive inactif inaktiv inaktivt inaktiva inattiv[oa] nieaktywn[aeyi] inactief inactiv[oa] inativ[oa] neaktivni neaktivny pasif',
  'deaktiviert disabled desactivee? gedeactiveerd wylaczon[aey] disattivat[oa] deactivated suspended cancelled deaktiverad deaktiveret',
  `${not}${active}`,
);
const hidden = oneOf(
  'hidden versteckt ausgeblendet unpublished unlisted masquee? cachee? nascost[oa] ukryt[aey] verborgen ocult[oa] dold skjult skryt[yaei]',
  `${not}${shown}`,
);

/** Nouns of blocks in names of columns, with what they block or say: `Liefersperre`, `Sperrcode`, `motif de blocage`. */
const blockNouns = [
  '(?:liefer(?:ungs)?|auftrags|verkaufs|bestell|versand|faktur[ae]?|fakturierungs|debitoren)?(?:sperr(?:e|ung)?|lieferstopp?)(?:s?(?:code|grund|kz|kennzeichen|kennung|vermerk|text|datum|schluessel|art|status))?',
  '(?:lieferungs?|leverans|order|salgs|levering|leverings|koebs)?(?:spaerr|spaerre|sperre)(?:kod|kode|orsak|aarsag)?',
  '(?:order|delivery|sales|shipping|billing|credit|posting)(?:block|blocked|hold)(?:code|reason)?|block(?:ing|ed)?(?:code|reason|status|date)|blockingflag',
  '(?:code|codes|motif|raison|type)?(?:de|du)?blocage(?:livraison|commande|client|vente|facturation)?',
  '(?:codice|motivo|tipo)?(?:di|del)?blocco(?:consegna|vendit[ae]|cliente|ordini|fatturazione)?',
  '(?:kod|powod|przyczyna)?blokad[ay](?:sprzedazy|klienta|zamowien|dostaw|kontrahenta)?',
  '(?:reden|code)?(?:blokkering|blokkade)(?:code|reden)?|(?:lever|leverings|verkoop|order)(?:blokkering|blokkade|stop)|blokkeer(?:code|reden)',
  '(?:codigo|motivo|tipo)?(?:de|del)?bloqueo(?:cliente|entrega|ventas?|pedidos?)?',
  '(?:kod|duvod)?blokac[ei](?:prodeje|zakaznika|objednavek)?',
].join('|');

/** Nouns for deleted and archived records, of programs. */
const otherNouns =
  'anonymi[sz]ed(?:at)?|anonymisiert(?:am)?|anonymisee?|anonimizzat[oa]|loeschkennzeichen|loeschkz|loeschvormerkung|archivedat|blockedat|lvorm|loevm|frozenfor';

/** Names of columns in which a value that says yes marks records that most people do not want. */
export const unwantedName = new RegExp(
  `^${before}(?:${deleted}|${blocked}|${putAway}|${hidden}|${blockNouns}|${otherNouns})${after}$`,
);
export const wantedName = new RegExp(
  `^${before}(?:${active}|oxactive|pstatus|saleok|validfor|productonline)${after}$`,
);
/** Exports leave such a column empty in the rows of variants. */
export const shownName = new RegExp(`^${before}${shown}(?:flag)?$`);

export const unwantedWord = new RegExp(
  `^(?:${deleted}|${blocked}|${putAway}|${hidden}|trash|offline|draft|entwurf|brouillon|bozza|szkic|borrador|taslak|kladde|utkast|koncept)$`,
);

/** Values that say that a record is not blocked. */
export const noBlock =
  /^(?:0+|ok|normal|aktiv|active|keine?r?|ohne|none|frei|offen|free|open|aucune?|libre|nessun[oa]?|liber[oa]|brak|geen|ningun[oa]?|ingen|zadn[yae]|nichtgesperrt|notblocked|unblocked)(?:sperre|block|blocage|blocco|blokada|blokkering|bloqueo)?$/;

/** Words for what is no longer sold. Those of `noLonger` come before a verb or adjective. */
const left = oneOf(
  'auslauf ausgelaufen ausgelistet auslist entfaellt entfallen gestrichen eingestellt abgekuendigt obsolet[oae]? ausserhandel ausgemustert',
  'vergriffen aussersortiment ausdemsortiment discontinu endoflife phas(?:ed|ing)?out delisted withdrawn retired notsoldanymore outofprint',
  'arretee?$ abandonne enfindevie findevie (?:en)?fin(?:de)?serie deref retire horscatalogue ensommeil',
  'fuoriproduzione fuoricatalogo dismess[oa] cessat[oa] (?:ad|in)esaurimento ritirat[oa] wycofan wygaszon niesprzedawan skreslon przestarzal',
  'koniecprodukcji zakonczon archiwaln uitlopend uitgelopen uit(?:het)?assortiment stopgezet uitgefaseerd beeindigd afgevoerd vervallen',
  'descatalogad[oa] descontinuad[oa] fueradecatalogo findevida retirad[oa] (?:eol|baja|debaja)$',
  'utgatt utgangen utgaende$ utgar$ udgaet udgar$ vyrazen ukoncen(?:yprodej)? prodejukoncen',
);
const noLonger = oneOf(
  'nichtmehr nolonger nietmeer nonpiu juznie yano jizne ikkelaengere ikkelenger intelaengre',
  'plus(?=disponible|vendue?|fabrique|commercialise)',
);
const available = oneOf(
  'lieferbar verfuegbar erhaeltlich bestellbar imsortiment improgramm verkauft produziert gefuehrt',
  'available sold made stocked supplied produced disponibles? vendue?s? fabriquee?s? commercialisee?s? disponibil[ei] prodott[oa] vendibil[ei] ordinabil[ei]',
  'dostepn[aey] sprzedawan[aey] produkowan[aey] leverbaar verkrijgbaar beschikbaar verkocht inassortiment dodavan[yaoi]? dostupn[yaei] prodavan[yaoi]? tillgaenglig tilgaengelig',
);

/** Beginnings of words which say that an article is no longer sold. */
export const noLongerSoldWord = new RegExp(`^(?:${left}|${noLonger})`);
export const noLongerSoldName = new RegExp(
  `^${before}(?:${left}|sommeil|${noLonger}${available}?)(?:e[dn]?|[aioy]|end|artikel|ware|modell|ab|am|at|on|date|datum|flag|kz|kennzeichen)*$`,
);

/** Names of columns with the day on which somebody left. */
export const leftName =
  /^(?:(?:mitglied|vertrags?|miet)?(?:austritt|auszug|kuendigung|ende)s?(?:datum|am|zum)?|(?:ausgetreten|gekuendigt)(?:am|zum)?|mitgliedbis|(?:date)?(?:de)?(?:sortie|resiliation)(?:le)?|(?:data)?(?:di)?(?:uscita|disdetta|recesso)|data(?:rezygnacji|wypowiedzenia)|(?:datum)?(?:uitschrijving|uitgeschreven|opzegging)(?:sdatum|op)?|fecha(?:de)?baja|(?:membership)?(?:left|leaving|termination|terminated|cancelled|cancellation|end|ended)(?:date|at|on)|date(?:left|ended|ofleaving))$/;
/** Kinds of addresses to which nothing is delivered. */
export const invoiceAddressWord =
  /^(?:rechnung(?:s(?:adresse|anschrift)?)?|billing(?:address)?|invoic(?:e|ing)(?:address)?|(?:adressede)?facturation|(?:indirizzodi)?fatturazione|(?:adres)?(?:faktury|fakturowy)|factuur(?:adres)?|faktura(?:adress|adresse)?|(?:direccionde)?facturacion)$/;

export const statusName =
  /(?:status|zustand|state|statut|stato|stan|stav|estado|durum|lifecycle(?:stage|phase)?|verfuegbarkeit|lieferbarkeit|meldetext|availability|disponibilite|disponibilita|disponibilidad|dostepnosc|beschikbaarheid|dostupnost|tilgaengelighed|tillgaenglighet|visibility|sichtbarkeit|visibilite|visibilita|widocznosc|zichtbaarheid|visibilidad|synlighet|synlighed|viditelnost)$/;

const supplier =
  '(?:supplier|lieferant|vendor|kreditor|creditor|crediteur|fournisseur|fornitore|fornecedor|dostawca|leverancier|proveedor|leverantoer|leverandor|dodavatel|tedarikci)';
const customer =
  '(?:customer|kunde|debitor|debtor|debiteur|client|cliente|klient|klant|kund|odbiorca|nabywca|odberatel|zakaznik|musteri)';
const isA = '(?:is|ist|est|es|e|er|aer|je|jest|czy)';
export const supplierName = new RegExp(
  `^${isA}?(?:een|un|eine?|en|a)?${supplier}(?:rank)?(?:flag|kz|kennzeichen)?$`,
);
/** Names of columns that say whether a contact is a customer. */
export const customerName = new RegExp(
  `^${isA}(?:een|un|eine?|en|a)?${customer}$|^${customer}(?:rank|flag|kz|kennzeichen)$`,
);
/** Names of columns that may be such a flag, or have the names or numbers of customers. */
export const customerWordName = new RegExp(`^${customer}$`);

export const supplierWord =
  /^(?:lieferant(?:en)?|suppliers?|vendors?|kreditor(?:en|er)?|creditors?|crediteur(?:en)?|fournisseurs?|fornitor[ei]|fornecedor(?:es)?|dostawc[ay]|leveranciers?|proveedor(?:es)?|leverantoer(?:er)?|leverandor(?:er)?|dodavatele?|tedarikci)$/;

const lead = oneOf(
  '(?:marketing|sales)?(?:qualified)?leads? interessent(?:en|in|innen)? poten[tz]iell(?:er|e)?kunden? prospect(?:s|us|i|en)?',
  'potentialcustomers? clientspotentiels? clientpotentiel client[ei]potenzial[ei] potencjaln[yi]klien[tc]i? clientespotenciales clientepotencial potentieleklant zajemc[ei]',
);
/** Names of columns that say whether a contact may only become a customer. */
export const leadName = new RegExp(`^${isA}?(?:een|un|eine?|en|a)?${lead}(?:flag|kz|kennzeichen)?$`);
/** Kinds and states of contacts that may only become customers. */
export const leadWord = new RegExp(`^${lead}$`);

const party = oneOf(
  'konto konten kto account compte conto cuenta konta tiers partner kontakt kontaktu contact contacto contatto relatie person personen adress adresse adressen kontrahent kontrahenta',
);
const kind = oneOf('type typ art tipo rodzaj soort');
const kindOfParty = `${kind}(?:de|di|van)?${party}$`;
export const kindName = new RegExp(
  `(?:${kind}|kind|role|rolle|gruppe|group|groupe|gruppo|grupa|groep|grupo|kategorie|category)$|^${kindOfParty}`,
);
export const letterKindName = new RegExp(`(?:${kind}|kz|kennzeichen)$|^${kindOfParty}`);
export const partyKindName = new RegExp(`${party}(?:${kind}|kz|kennzeichen)$|^${kindOfParty}`);
/** Letters of a customer, a supplier, and neither: debtor and creditor in German, Dutch, and words of French, English and German. */
export const partyLetters = [
  ['d', 'k', 's'],
  ['d', 'c', ''],
  ['c', 'f', ''],
  ['c', 's', ''],
  ['c', 'v', ''],
  ['k', 'l', ''],
] as const;

export const yes = new RegExp(
  `^(?:1|-1|x|j|ja|y|yes|true|t|wahr|oui|o|vrai|si|s|vero|tak|prawda|waar|verdadero|verdadeiro|sant|igaz|evet|ano|sim|igen|kylla|on|${active})$`,
);
export const no =
  /^(?:|0|n|nein|no|non|false|f|falsch|faux|falso|falsz|onwaar|falskt|hamis|nie|nee|nej|nei|ne|nao|nem|hayir|off|-)$/;
