import type { Resource } from '../rules/resourceFields.ts';
import { plainWord } from '../values/vocabulary.ts';

/** Headers of each field, as `plainWord` writes them. Those after a bar are taken only without the others. */
type Names = Readonly<Record<string, string>>;

/** Columns whose names are those of persons. */
const persons =
  'ansprechpartner ansprechperson kontaktperson contactperson contactpersoon contactnaam osobakontaktowa osobadokontaktu personadecontacto contacto personnedecontact interlocuteur nomducontact personadicontatto referente kontaktniosoba yhteyshenkilo kapcsolattarto';

export const personNames: ReadonlySet<string> = new Set(persons.split(' '));

const addressParts: Names = {
  title:
    'anrede salutation salutationsalutationkey salutationkey salutationdisplayname socialtitle civilite zwrot oxsal aanhef tratamiento hitap osloveni titulus anrcode anredecode anredekz anrkz anredenr anredenummer anredeschluessel | title titre titolo prefix nameprefix | geschlecht gender sex sesso plec geslacht sexo geschl | titel | herrfrau frauherr hrfr mrmrs mrms mmme mwd mfd',
  firstname:
    'vorname firstname givenname forename rufname prenom imie voornaam fornavn foernamn oxfname vornameadressattypnatuerlperson vornameadressatentypnatuerlperson namefirst namefirstname namegiven krestnijmeno keresztnev utonev etunimi | nome nombre ad jmeno meno | contactfirstname prenomcontact | voorletters initialen initials',
  lastname:
    'nachname lastname surname familyname familienname nomdefamille cognome nazwisko achternaam apellido apellidos apellido1 primerapellido apellidopaterno soyad soyadi efternavn efternamn oxlname nameadressattypnatuerlperson nameadressatentypnatuerlperson namelast namelastname namefamily prijmeni vezeteknev csaladnev sukunimi priezvisko apelido apelidos | name nom naam navn namn nimi name1 | contactlastname nomcontact',
  name: `kundenname kundnamn kundenavn customername cardname accountname denominazione fullname clientname thirdpartyname vollername vollstaendigername displayname
     completename nomcomplet nomclient nomduclient nominativo nomecliente klantnaam nazwaklienta nazwakontrahenta
     nombrecompleto adsoyad adisoyadi firmaname namefirma nameoderfirma firmaodername vornamenachname
     nachnamevorname namevorname vornamename vorundnachname nameundvorname imieinazwisko nomecognome cognomenome nomprenom
     nazwiskoimie nazwiskoiimie apellidosnombre achternaamvoornaam lastnamefirstname surnamefirstname
     prenomnom jmenoaprijmeni teljesnev vevoneve partnerneve partnernev asiakkaannimi nev nazwa1 naam1 nom1 | kunde customer klant klient cliente client | kontaktname contactname kontakt contact nazwa ${persons}`,
  company:
    'firma firmenname company companyname unternehmen organisation organization organizationname organization1name organisationname oxcompany nameadressattypunternehmen nameadressatentypunternehmen unvan uenvan virksomhed foeretag societe raisonsociale entreprise azienda ragionesociale societa nazwafirmy bedrijf bedrijfsnaam empresa nombrefiscal nombrecomercial razonsocial sirket firma1 firmenname1 company1 companyname1 nazevfirmy nazevspolecnosti spolecnost cegnev cegneve ceg yritys foretag bedrift denumirefirma nomeempresa obchodnemeno obchodnijmeno',
  street:
    'strasse str strasseundnr strassenummer ulicainr rueetn ruen viaenumero callenumero straatennr street streetname address address1 addressline1 streetline1 adresse adresse1 anschrift strassehausnummer strasseundhausnummer strassenr strassehausnr ulicainumer ulicanumer rueetnumero straatenhuisnummer streetaddress adress oxstreet strassegeschaeftlich postanschrift rue indirizzo ulica straat straatnaam adres direccion calle ulice utca cim utcahazszam katuosoite osoite gateadresse vej gata morada rua adresa clientstreet via',
  street2:
    'adresszusatz zusatz address2 addressline2 street2 adresse2 strasse2 adresszeile2 anschriftzusatz adresszusatz1 additionaladdressline1 additionaladdressline addresssuffix streetline2 complementdadresse adress2 oxaddinfo | apartment apartmentsuite aptsuite apt suite clientaptsuite',
  zipcode:
    'plz postleitzahl zip zipcode postcode postalcode codepostal eircode cp cap kodpocztowy codigopostal postakodu oxzip postnr postnummer postleitzahlgeschaeftlich zippostalcode psc iranyitoszam irsz postinumero codpostal clientpostalcode',
  city: 'ort stadt city town wohnort ville citta miasto miejscowosc plaats woonplaats ciudad poblacion localidad localite commune localita comune sehir oxcity ortgeschaeftlich mesto obec varos telepueles kaupunki postitoimipaikka poststed sted postort gemeente localidade cidade oras clientcity | by',
  zip_city:
    'plzort plzundort ortplz plzstadt postleitzahlort zipcity cityzip postcodecity cpville codepostalville capcitta capecitta kodpocztowymiasto kodimiasto postcodeplaats postcodewoonplaats cppoblacion cpciudad',
  country:
    'countrycode countryiso countryiso2 laendercode landcode laenderkuerzel country land staat countryname countrytranslationsdefaultname countryregion landregion landregiongeschaeftlich countriesisocode2 pays paese nazione kraj pais uelke ulke zeme stat orszag maa laenderregionscode countryregioncode regionscode krajina tara clientcountry landekode panstwo lkz laenderkz',
  phone:
    'telefon tel telefonnummer phone landline landlinenumber phonework workphone phonenumber phoneno phonenr telephone telefon1 festnetz telnr rufnummer telefono telefoon telefoonnummer numertelefonu oxfon telefongeschaeftlich telprivat telefonprivat tlf tlfnr telephonefixe telfixe fixe telefonszam puhelin telefonnr telefonnumer telefoonwerk telefoonnrwerk | phone1 phone1value clientphone',
  phone_mobile:
    'mobil handy mobile mobiltelefon mobilephone cell cellphone mobilnummer handynummer telefonmobil telmobil portable telportable telephoneportable cellulare komorka telefonkomorkowy gsm movil ceptelefonu oxmobfon mobilszam mobiltelefonszam matkapuhelin mobilni mobilnitelefon telemovel mobilenumber sms natel mobiel mobieletelefoon mobielnummer mobieletelefoonnummer mobielwerk mobilephonenumber phonemobile mobilephoneno mobileno mobilenr telefonmobile telmobile telefonokom telefonkom telkom',
};

/** The names of Shopware 6, for exports of customers and of orders, come last. */
const billing = [
  '',
  ...`rechnung rechnungs rechnungsadresse rechnungsanschrift billing bill billingaddress invoice
   invoiceaddress dienstlich privat physical physicaladdress mailing mailingaddress billto business address1 address mainaddress primaryaddress customers entry po defaultbillingaddress orderbillingaddress ordercustomer
   faktura fakturerings fakturering faktureringsadresse factuur factuuradres fakturacni szamlazasi`.split(
    /\s+/,
  ),
];
const delivery = `liefer lieferung lieferadresse lieferanschrift delivery deliveryaddress shipping ship shipto
   shippingaddress versand versandadresse defaultshippingaddress shippingorderaddress
   ordershippingaddress deliveriesshippingaddress deliveriesshippingorderaddress
   leverans leverings levering lev aflever bezorg dodaci szallitasi`.split(/\s+/);
/** The side of an address stands last in these languages, as in `Ville de livraison`. */
const lastWords = {
  bill_: 'facturation defacturation fatturazione difatturazione facturacion defacturacion faktury'.split(' '),
  delivery_:
    'livraison delivraison spedizione dispedizione consegna diconsegna entrega deentrega envio deenvio dostawy'.split(
      ' ',
    ),
};

const customerNames: Names = {
  external_ident:
    'id externeid externalid kundenid customerid customersid uid idclient idcliente klantid idklienta | accountid recordid contactid',
  customer_nr:
    'kundennummer kundennr kdnr kundenr customernumber customerno customernr customercode clientnumber clientcode ordercustomercustomernumber debitor debitorennummer debitorennr debitornr numeroclient nclient codeclient numerodeclient codicecliente numerocliente ncliente numerklienta nrklienta kodklienta klantnummer klantnr codigocliente musterino muesterino oxcustnr customerscid cardcode debiteurnummer debiteurnr kundnr kundnummer kundenummer kundno cislozakaznika kodzakaznika vevokod vevoszam vevoazonosito asiakasnumero musterikodu muesterikodu relatiecode relatienummer klantcode mitgliedsnummer mitgliedsnr codecli codclient cislozakaznika patnr patientnr patientennr patientennummer gastnr gastnummer mieternr mieternummer | ref codice kod code cislo adressnr adressnummer accountnumber accountreference',
  is_business_client:
    'firmenkunde geschaeftskunde businesscustomer business b2b isbusiness gewerblich kundentyp customertype kundenart podmiot iscompany isacompany isteinunternehmen isteinefirma estunesociete eunazienda iseenbedrijf jestfirma esunaempresa companytype kontakttyp',
  ...prefixed('bill_', billing),
  bill_vat_nr:
    'ustid customersvatid ustidnr umsatzsteuerid umsatzsteueridnr ustidnummer vat vatnr vatid vatnumber vatno clientvatnumber uidnummer uidnr euustid euustidnr ustidentnr umsatzsteueridentifikationsnummer mwstnr mwstnummer taxid nip piva partitaiva numerotva ntva tvaintracommunautaire numerotvaintracommunautaire ntvaintracommunautaire ntvaintracom tvaintracom lictradnum taxvat oxustid vatregno vatregistrationno vatregistrationnumber btwnummer btwnr cif nif cifnif nifcif dic adoszam koezoessegiadoszam momsregnr momsnr vatregnr cvr cvrnr vergino vkn',
  bill_email:
    'email mail emailadresse emailadres mailadres emailaddress rechnungsemail emailrechnung mailrechnung emailrechnungen rechnungsmail primaereemailadresse primaryemail primaryemailaddress billingemail contactemail emailkunde customeremail ordercustomeremail mailadresse courriel adressemail correo correoelectronico eposta postaelettronica epost emailcim saehkoeposti sahkoposti epostadresse epostadress | email1 email1value emailprimary emailid customersemailaddress adresseemail emailwerk emailarbeit emailwork workemail',
  ...prefixed('delivery_', delivery),
  account_bank: 'bank bankname kreditinstitut',
  account_bic: 'bic swift swiftcode',
  account_iban: 'iban',
  account_wallet: 'paypal wallet paypalkonto paypaladresse',
  term_of_credit:
    'paymenttermscode zahlungsziel zahlungszieltage zahlungszielintagen zahlungsfrist termofcredit paymentterm paymentterms betalningsvillkor betalingsbetingelse betalingsbetingelser betalingsfrist betalingstermijn krediettermijn betaaltermijn delaidepaiement delaipaiement terminipagamento terminidipagamento terminplatnosci plazodepago diasdevencimiento diasdepago splatnost splatnostdny splatnostdnu fizetesihatarido vade daysforpayment paymentdays paymentduedays creditdays paymenttermdays paymenttermsdays netdays netterms delaijours iloscdnikredytu dnikredytu dniplatnosci',
  user_note:
    'notiz notizen bemerkung bemerkungen note notes memo kommentar kommentare comment comments remark remarks anmerkung anmerkungen uwagi observaciones comentarios commentaire commentaires remarque remarques osservazioni annotazioni opmerking opmerkingen poznamka poznamky anteckning anteckningar bemaerkning bemaerkninger merknad merknader megjegyzes huomautus observatii | description beschreibung',
  public_authority_id: 'leitwegid leitweg',
  date_created:
    'angelegt angelegtam erstellt erstelltam erstelldatum createdat created datecreated registriertam',
};

const deliveryNames = prefixed('delivery_', ['', ...delivery]);
const recipients =
  'empfaenger empfaenger1 empfaengername recipient recipientname destinataire destinatario ontvanger odbiorca nazwaodbiorcy mottagare modtager mottaker prijemce';

const addressNames: Names = {
  customer_external_ident:
    'parentid parentidid parent relatedcompany relatedcompanyid parentcontact parentcontactid parentcustomer parentcustomerid parentaccount parentaccountid uebergeordneterkontakt hauptkontakt hauptkunde hauptkundennr hauptkundennummer | kundenid customerid externekundenid externalcustomerid kundennummer kundennr kdnr customernumber customerno customernr customercode clientcode codeclient codecli numeroclient codicecliente codigocliente debiteurnr debiteurnummer klantnr klantnummer debitornr debitorennr debitorennummer numerklienta kodklienta idklienta kundnr kundnummer',
  ...deliveryNames,
  // Beside the recipient, `Kunde` is the customer that the address belongs to.
  delivery_name: `${recipients} ${deliveryNames.delivery_name}`,
};

/** Omits prices and tax rates, which `amountColumn` knows by the words in their names. */
const articleNames: Names = {
  external_ident: 'id externeid externalid artikelid productid produktid itemid',
  article_nr:
    'artikelnummer artikelnr artnr articlenumber itemnumber itemno stockcode pzn productnumber produktnummer nummer nr number no referencearticle refarticle codearticle codicearticolo codiceprodotto kodproduktu kodtowaru artikelcode codigoarticulo codigoproducto urunkodu stokkodu uerunkodu oxartnum artnum productsmodel varenummer productcode itemcode articlecode varenr varunummer artnummer cikkszam kodproduktu kodzbozi cislozbozi cislovyrobku artikkelinumero tuotekoodi tuotenumero artikkelnummer kodtowaru numeroarticle numerodarticle numeroproduit numerodeproduit numeroarticolo numeroprodotto numerartykulu nrartykulu numerproduktu nrproduktu numeroarticulo numerodearticulo numeroproducto codarticolo codart codprodotto codproducto codarticulo codproduto codarticle codproduit refproduit refproducto kodartykulu produktkod artikelkod varekode | ordernumber bestellnummer bestellnr bestnr internalreference defaultcode reference referenz code kod cikkod referencia codprodus ref plu plunr plunummer | mpn herstellernummer manufacturerpartnumber han codice indeks symbol codigo',
  article_title:
    'titel title name bezeichnung artikelbezeichnung artikelname produktname productname itemname displayname product artikel produkt bezeichnung1 producttitle produkttitel nomeprodotto nomearticolo descrizionearticolo nazwaproduktu nazwatowaru libelle libelleproduit designation nomduproduit nomproduit productnaam artikelnaam omschrijving varenavn nombreproducto nombredelproducto urunadi uerunadi stokadi articolo prodotto nazwa naam benaming servizio servicio usluga service dienst prestation prestazione producto articulo nombre titulo urun uerun oxtitle productsname leistung dienstleistung leistungsbezeichnung benaemning produktnamn artikelnamn varunamn artikelbenaemning produktnavn artikelnavn articlename articletitle nazwaartykulu nazwauslugi nomearticulo nombrearticulo nombredelarticulo nomeproduto designationproduit designationarticle libellearticle nazevsluzby nazev nazevpolozky nazevzbozi nazevproduktu nazevvyrobku megnevezes termeknev termekneve cikknev tuote tuotenimi nimike tytul tytuloferty nazov nazovpolozky designacao denumire denumireprodus | item kurzname nome nom denominazione servicename artikeltext',
  article_subtitle:
    'untertitel subtitle kurzbeschreibung shortdescription kurztext bezeichnung2 descriptioncourte descrizionebreve opiskrotki',
  article_description:
    'beschreibung description salesdescription servicedescription langtext langbeschreibung text artikelbeschreibung produktbeschreibung itemdescription productdescription descrizione opis descripcion aciklama beschrijving descriptionlongue oxlongdesc productsdescription descriptionlong beskrivelse beskrivning popis leiras kuvaus beschreibungstext',
  article_sku: 'sku artikelsku sellersku variantsku productsku itemsku merchantsku haendlersku',
  article_ean:
    'ean gtin ean13 eancode pean eannummer eannr eangtin gtinean gtin13 gtin14 gtin12 ean8 barcode eanbarcode variantbarcode strichcode isbn isbn13 isbn10 isbnnr isbnnummer isbnean eanisbn codeean codebarre codebarres codiceean codiceabarre codabarre codbarre codicebarre codbarras codigobarras codigosdebarras eankod carkod stregkode strekkode viivakoodi barcodenr barcodenummer kodean kodkreskowy eancodering codigoean codigodebarras barkod oxean productsean carovykod vonalkod streckkod codigodebarra | upc upca upccode productupc productupcean',
  article_unit:
    'einheit einh mengeneinh unit mengeneinheit me verkaufseinheit einheitvk vkeinheit einheitverkauf unitofsale sellingunit unitedevente unitavendita unitadivendita unidaddeventa unidadventa unidaddemedida unidadmedida jednostkasprzedazy verkoopeenheid prodejnijednotka foersaeljningsenhet salgsenhed masseinheit basiseinheit basismengeneinheit uom unitofmeasure salesunit salesuom baseunit unitcode unitname uomcode unitofmeasurecode quantityunit unitofquantity quantityunitcode unececode uneceunit unitece einheitencode einheitscode mengeneinheitcode mengeneinheitencode codeunite codeudm udm unite unita unitadimisura jm jednostka jednostkamiary eenheid unidad birim um jednotka mernajednotka mj mennyisegiegyseg egyseg enhet enhed yksikkoe',
  date_created:
    'angelegt angelegtam erstellt erstelltam erstelldatum createdat created datecreated createdon',
};

const headerNames: Readonly<Record<Resource, Names>> = {
  customers: customerNames,
  addresses: addressNames,
  articles: articleNames,
};

function prefixed(field: keyof typeof lastWords, prefixes: readonly string[]): Names {
  const suffixes = lastWords[field];
  const entries = Object.entries(addressParts).map(([part, names]) => [
    field + part,
    tiersOf(names)
      .map((tier) => [
        ...prefixes.flatMap((prefix) => tier.map((name) => prefix + name)),
        ...suffixes.flatMap((suffix) => tier.map((name) => name + suffix)),
      ])
      .map((tier) => tier.join(' '))
      .join(' | '),
  ]);
  return Object.fromEntries(entries) as Names;
}

function tiersOf(names: string): readonly (readonly string[])[] {
  return names.split(/\s+\|\s+/).map((tier) => tier.split(/\s+/));
}

/** A field that a column may have. The lowest rank is the most certain. */
export interface Meaning {
  readonly field: string;
  readonly rank: number;
}

const meanings = Object.fromEntries(
  Object.entries(headerNames).map(([resource, names]) => [resource, meaningsOf(names)]),
) as Readonly<Record<Resource, ReadonlyMap<string, Meaning>>>;

export function fieldsByName(resource: Resource): ReadonlyMap<string, Meaning> {
  return meanings[resource];
}

function meaningsOf(names: Names): ReadonlyMap<string, Meaning> {
  const pairs = Object.entries(names).flatMap(([field, list]) =>
    tiersOf(list).flatMap((tier, rank) => tier.map((name) => [name, { field, rank }] as const)),
  );
  // A header that two fields have belongs to the first one.
  return new Map(pairs.toReversed());
}

/** Fields of the article's own numbers: a column `Product Code/SKU` gives the first one. */
const ownNumbers: ReadonlySet<string | undefined> = new Set(['article_nr', 'article_sku']);

/** Returns the name of a column as the lists have it: `Item #` is an item number, `Postal code/ZIP` has two names of one field. */
export function headerWord(column: string): string {
  // Without its mark, this house number would be the zip code of France.
  if (/^č\.? ?p\.?$/i.test(column.trim())) return 'cislopopisne';
  // Zoho calls a zip code `Billing Code`.
  if (/^(?:billing|shipping) code$/i.test(column.trim()))
    return plainWord(column.replace(/code/i, 'zipcode'));
  // `Land (ISO-3166)` says how its values are written, and `name(en-gb)` in which language.
  const named = column.replace(/\s*\((?:iso[^)]*|[a-z]{2}-[a-z]{2})\)$/i, '');
  const [first = '', ...others] = named.split('/').map(plainWord);
  const isOneField = (names: ReadonlyMap<string, Meaning>) => {
    const field = names.get(first)?.field;
    const fields = others.map((other) => names.get(other)?.field);
    return field !== undefined && fields.every((other) => other === field || areOwn(field, other));
  };
  if (others.length > 0 && Object.values(meanings).some(isOneField)) return first;
  return plainWord(named.replace(/(?<=\p{L}.*)#|#(?=.*\p{L})/u, ' number').replaceAll('º', ''));
}

function areOwn(...fields: readonly (string | undefined)[]): boolean {
  return fields.every((field) => ownNumbers.has(field));
}

const telephone =
  '(?:(?:tele)?(?:fon|phone|foon|fono)|tel|rufnummer|telefonnummer|telefoonnummer|phonenumber)(?:n[or]|nummer|number|num)?';
const mobile =
  '(?:mobil|mobile|mobiel|mobiele|handy|mob|cell|cellulare|cellular|movil|portable|gsm|komorkowy|komorka|natel)';
const fixed =
  '(?:fixe?|fest|festnetz|fisso|fijo|vast|vaste|stacjonarny|landline|bus|office|privat|private|prive|home|geschaeftlich|dienstlich|business|work|werk|bureau|main|haupt)';
const mobileName = new RegExp(`^(?:${mobile}(?:${telephone}|n[or]|nummer|number)?|${telephone}${mobile})$`);
const fixedName = new RegExp(`^(?:${fixed}${telephone}|${telephone}${fixed})$`);

/** Reads `Telefoonnummer mobiel` and `Tél. fixe`, whose words stand in either order. */
export function phoneField(column: string): Meaning | undefined {
  const word = plainWord(column);
  if (mobileName.test(word)) return { field: 'bill_phone_mobile', rank: 1 };
  return fixedName.test(word) ? { field: 'bill_phone', rank: 1 } : undefined;
}
