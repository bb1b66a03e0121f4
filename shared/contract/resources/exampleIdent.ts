/** `external_ident` of the records with which the `/docs` page tries calls. A new demo account has them. */
export const exampleExternalIdent = 'docs-example';
