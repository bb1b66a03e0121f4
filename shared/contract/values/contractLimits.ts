/** Limit for the body of a single call, or for the data of an entry in a batch. */
export const maxBodyBytes = 1_048_576;

/** Limit for the body of a batch. */
export const maxBatchBytes = 8_388_608;

/** Limit of all answers of a batch together. Answers to writes do not count: they are as large as the request. */
export const maxBatchAnswerBytes = 16_777_216;

/** Hours for which the cursor of a list is valid. */
export const cursorHours = 24;

/** Days for which `changes.list` has a change. */
export const changesKeptDays = 30;

/** Days for which a new account keeps the history of its records. */
export const historyDays = 90;
