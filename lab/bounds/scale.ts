const { BOUNDS_RECORDS: given } = process.env;

/** Records of the largest account. `npm run test:all -- bounds` gives 3.5 million. */
export const records = Number(given ?? 20_000);

/** True if sets are as large as they can get, and all kinds of statistics are tried. */
export const isWhole = given !== undefined;
