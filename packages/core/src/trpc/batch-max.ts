/** The most calls in one batch. The client sends no more, and the server rejects more with 400. */
export const BATCH_MAX = 10
/**
 * The limit of the results of a batch's queries together: a response is in memory as a whole until its
 * client has read it.
 */
export const BATCH_MAX_BYTES = 1_048_576
