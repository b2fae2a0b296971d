/** The most calls in one batch. The client sends no more, and the server rejects more with 400. */
export const BATCH_MAX = 10
