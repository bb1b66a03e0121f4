/** The prefix of every Redis key. */
export const queuePrefix = 'counterfoil';
