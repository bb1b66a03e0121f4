/** The `external_ident` of the records that the page of `/docs` tries calls with, and that a new demo account has. */
export const exampleExternalIdent = 'docs-example';
