/** Limit for the body of a single call, or for the data of an entry in a batch. */
export const maxBodyBytes = 1_048_576;

/** Limit for the body of a batch. */
export const maxBatchBytes = 8_388_608;

/** Limit of all answers of a batch together. Answers to writes do not count: they are as large as the request. */
export const maxBatchAnswerBytes = 16_777_216;

/** Hours for which the cursor of a list is valid. */
export const cursorHours = 24;

/** Delivery addresses that `customer.read` answers, the oldest first. */
export const maxAddresses = 1_000;

/** Days for which `changes.list` has a change. */
export const changesKeptDays = 30;

/** Days for which a new account keeps the history of its records. */
export const historyDays = 90;

/** Maximum number of webhooks of an account. */
export const maxWebhooks = 20;

/** Changes of one delivery. */
export const maxDeliveredChanges = 100;

/** Deliveries that `webhook.read` shows, the latest first. */
export const maxListedDeliveries = 50;

/** Days for which deliveries are listed. */
export const deliveriesKeptDays = 3;

/** Days of failed attempts after which a webhook is disabled. */
export const retriedDays = 3;

/** Hours without an attempt after which `retriedDays` are counted anew. Longer than the longest pause between attempts. */
export const maxUntriedHours = 24;

/** Milliseconds. An attempt that takes longer has failed. */
export const maxAttemptMs = 10_000;

/** Seconds after which every gateway applies a changed setting of an app or an account. */
export const settingsApplySeconds = 10;

/** Characters of a receiver's answer that are kept. */
export const maxKeptAnswer = 512;
