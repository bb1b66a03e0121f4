export const maxPartitions = 9;
